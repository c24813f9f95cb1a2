import { expect, test } from "vitest";
import { inRounds } from "@/server/delivery/rounds";

/** Rounds and pauses that end on command. */
function stored() {
  const rounds: { end: (result: string) => void; fail: (error: Error) => void }[] = [];
  const round = () =>
    new Promise<string>((resolve, reject) => void rounds.push({ end: resolve, fail: reject }));
  const pauses: (() => void)[] = [];
  const pause = () => new Promise<void>((resolve) => void pauses.push(resolve));
  /** Ends a pause and waits for its effects. */
  const wait = async () => {
    pauses.pop()!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { rounds, round, pause, wait };
}

test("runs a single round if it ends before the pause", async () => {
  const { rounds, round, pause } = stored();
  const ran = inRounds(round, () => true, pause);
  rounds[0]!.end("one");
  expect(await ran).toEqual(["one"]);
  expect(rounds).toHaveLength(1);
});

test("runs up to eight rounds in parallel, so a slow one doesn't block others, and waits for all", async () => {
  const { rounds, round, pause, wait } = stored();
  const ran = inRounds(round, () => true, pause);
  await wait();
  expect(rounds).toHaveLength(2);
  rounds[1]!.end("second");
  for (let n = 0; n < 20; n++) await wait();
  expect(rounds).toHaveLength(9);
  rounds[0]!.end("first");
  await wait();
  expect(rounds).toHaveLength(10);
  for (const { end } of rounds.slice(2)) end("later");
  expect((await ran).slice(0, 3)).toEqual(["second", "first", "later"]);
});

test("stops starting rounds when time is up or one failed, and waits for the running ones", async () => {
  for (const fails of [false, true]) {
    const { rounds, round, pause, wait } = stored();
    let hasTime = true;
    const ran = inRounds(round, () => hasTime, pause);
    await wait();
    if (fails) rounds[1]!.fail(new Error("the database is away"));
    else hasTime = false;
    await wait();
    await wait();
    expect(rounds).toHaveLength(2);
    if (!fails) rounds[1]!.end("second");
    rounds[0]!.end("first");
    if (fails) await expect(ran).rejects.toThrow("the database is away");
    else expect(await ran).toEqual(["second", "first"]);
  }
});

test("in a long-running process, keeps starting rounds next to slow ones until stopped", async () => {
  const { rounds, round, pause, wait } = stored();
  let isWanted = true;
  const lively = { everyMs: 1, maxOpen: 2, goesOn: () => isWanted };
  const ran = inRounds(round, () => true, pause, lively);
  for (let n = 0; n < 3; n++) {
    rounds.at(-1)!.end(`round ${n}`);
    await wait();
  }
  expect(rounds).toHaveLength(4);
  // At most two rounds are open in parallel.
  for (let n = 0; n < 3; n++) await wait();
  expect(rounds).toHaveLength(5);
  isWanted = false;
  for (const { end } of rounds.slice(3)) end("last");
  await wait();
  expect(await ran).toEqual(["round 0", "round 1", "round 2", "last", "last"]);
});
