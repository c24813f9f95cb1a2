import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { fairTimeout } from "@/adapters/fair-timeout";

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
