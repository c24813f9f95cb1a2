import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { fairTimeout, fairTimer, tryFairly } from "@/adapters/fair-timeout";

afterEach(() => vi.restoreAllMocks());

/** Counts the rounds of a timeout of 30 ms while the process freezes in the first `freezes` rounds. */
async function roundsOf(freezes: number): Promise<number> {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  let rounds = 0;
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    if ((rounds += 1) <= freezes) setImmediate(() => freeze(ms + 150));
    return timeout(ms);
  });
  const signal = fairTimeout(30);
  while (!signal.aborted) await sleep(5);
  expect(signal.reason).toMatchObject({ name: "TimeoutError" });
  return rounds;
}

function freeze(ms: number): void {
  for (const endMs = performance.now() + ms; performance.now() < endMs;);
}

test("waits again after each freeze of the process", async () => {
  expect(await roundsOf(2)).toBeGreaterThanOrEqual(3);
});

test("aborts after four rounds in a process that always freezes", async () => {
  expect(await roundsOf(Infinity)).toBe(4);
});

test("can be stopped, also in a later round", async () => {
  const onEnd = vi.fn();
  const stop = fairTimer(30, onEnd);
  setImmediate(() => freeze(180));
  await sleep(35);
  stop();
  await sleep(60);
  expect(onEnd).not.toHaveBeenCalled();
});

test("repeats work that timed out during a freeze, and only that", async () => {
  const work = (freezes: number[]) =>
    vi.fn(async () => {
      const ms = freezes.shift() ?? 0;
      await sleep(5);
      freeze(ms);
      if (ms > 0) throw new Error("timed out");
      return "connected";
    });
  const late = work([150]);
  expect(await tryFairly(30, late)).toBe("connected");
  expect(late).toHaveBeenCalledTimes(2);
  const early = work([10]);
  await expect(tryFairly(1_000, early)).rejects.toThrow("timed out");
  expect(early).toHaveBeenCalledTimes(1);
  const always = work(Array.from({ length: 9 }, () => 150));
  await expect(tryFairly(30, always)).rejects.toThrow("timed out");
  expect(always).toHaveBeenCalledTimes(4);
});
