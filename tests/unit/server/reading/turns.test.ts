import { expect, test } from "vitest";
import type { ReadContext } from "@/server/reading/context";
import { inTurns, type Turn, type Turns } from "@/server/reading/turns";

const runMs = 20_000;

/** A fake clock that only advances while the code sleeps. */
function stage({
  readEveryMs = 20_000,
  minReadEveryMs = 2_000 as number | null,
  dueMs = new Map<string, number>() as Turns["dueMs"],
} = {}) {
  let nowMs = 1_000_000_000;
  let isOver = false;
  const began: number[] = [];
  const faults: { unit: string; error: string }[] = [];
  const context = {
    ...{ site: { id: "reddit", readEveryMs, minReadEveryMs: minReadEveryMs ?? undefined }, faults },
    clock: () => new Date(nowMs),
    get deadline() {
      return new Date(isOver ? 0 : 8.64e15);
    },
  } as unknown as ReadContext;
  /** One run of this duration. Returns the start times of its turns in seconds since its start. */
  async function run(
    read: (turn: Turn) => void,
    lastsMs = runMs,
    more: Partial<Turns> = {},
  ): Promise<number[]> {
    const startMs = nowMs;
    began.length = 0;
    const sleep = async (ms: number) => void (nowMs += ms);
    await inTurns(context, { busy: 0, endsMs: startMs + lastsMs, dueMs, sleep, ...more }, async (turn) => {
      began.push((nowMs - startMs) / 1000);
      read(turn);
    });
    return [...began];
  }
  return { run, faults, stop: () => (isOver = true), pass: (ms: number) => (nowMs += ms) };
}

const every = (ms: number) => (turn: Turn) => void (turn.nextMs = ms);

test("reads a site again when its budget allows, and does the tasks of a run in the first turn", async () => {
  const turns: Partial<Turn>[] = [];
  const { run } = stage();
  const began = await run((turn) => {
    turns.push({ isFirst: turn.isFirst, isEven: turn.isEven });
    turn.nextMs = 6_000;
  });
  expect(began).toEqual([0, 6, 12, 18]);
  const other = { isFirst: false, isEven: true };
  expect(turns).toEqual([{ isFirst: true, isEven: true }, other, other, other]);
});

test("the next run continues at the pace of the previous one", async () => {
  const { run } = stage();
  await run(every(6_000));
  expect(await run(every(6_000))).toEqual([4, 10, 16]);
});

test("a site that isn't due before the run ends waits for the next run", async () => {
  const { run } = stage();
  await run(every(18_000));
  expect(await run(every(6_000), 10_000)).toEqual([]);
  expect(await run(every(6_000))).toEqual([6, 12, 18]);
});

test("reads immediately if a clock change made the wait too long", async () => {
  const { run, pass } = stage();
  await run(every(6_000));
  pass(-3_600_000);
  expect((await run(every(6_000)))[0]).toBe(0);
});

test("reads at the site's own pace if the read requests no interval or fails", async () => {
  const { run, faults } = stage();
  expect(await run(() => {})).toEqual([0]);
  const throwing = () => {
    throw new RangeError("a defect");
  };
  expect(await run(throwing)).toEqual([0]);
  expect(faults).toEqual([{ unit: "site", error: "a defect" }]);
});

test.each([
  ["without a faster interval", { minReadEveryMs: null }],
  ["called by an external scheduler", { dueMs: null }],
])("reads a site %s at its own pace and at the start of each run", async (_name, how) => {
  const { run, pass } = stage(how);
  const even: boolean[] = [];
  const own = (turn: Turn) => void even.push(turn.isEven);
  expect(await run(own, 45_000)).toEqual([0, 20, 40]);
  pass(1_000);
  expect(await run(own, 0)).toEqual([0]);
  expect(even).toEqual([false, false, false, false]);
});

test("a slow site that prolongs the run doesn't delay the others", async () => {
  const { run, stop } = stage({ readEveryMs: 60_000, minReadEveryMs: null });
  const stopAfter = (turns: number) => () => (turns -= 1) === 0 && stop();
  const others = { busy: 1, usualMs: runMs };
  expect(await run(stopAfter(3), runMs, others)).toEqual([0, 20, 40]);
});

test("stops waiting at shutdown", async () => {
  const { run, stop } = stage();
  expect(await run(stop)).toEqual([0]);
});
