import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Turns } from "@/server/platform/turns";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Takes turns by name and records the order in which they start. */
function arrange(max: number) {
  const turns = new Turns();
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const start = async (name: string, key = "a") => {
    ends.set(name, await turns.take(key, max, 1_000));
    running.push(name);
  };
  const waitUntilSettled = () => vi.advanceTimersByTimeAsync(0);
  return { start, running, waitUntilSettled, end: (name: string) => ends.get(name)!() };
}

test("starts up to the limit and one waiter per finished turn, in order", async () => {
  const { start, running, waitUntilSettled, end } = arrange(2);
  for (const name of ["one", "two", "three", "four"]) void start(name);
  await waitUntilSettled();
  expect(running).toEqual(["one", "two"]);
  end("two");
  await waitUntilSettled();
  expect(running).toEqual(["one", "two", "three"]);
  end("one");
  end("three");
  await waitUntilSettled();
  expect(running).toEqual(["one", "two", "three", "four"]);
});

test("hands a finished turn to the waiter before any newcomer", async () => {
  const { start, running, waitUntilSettled, end } = arrange(1);
  void start("one");
  void start("two");
  await waitUntilSettled();
  end("one");
  void start("three");
  await waitUntilSettled();
  expect(running).toEqual(["one", "two"]);
});

test("keeps separate counts per key", async () => {
  const { start, running, waitUntilSettled } = arrange(1);
  void start("one", "a");
  void start("two", "b");
  await waitUntilSettled();
  expect(running).toEqual(["one", "two"]);
});

test("rejects with POOL_BUSY after the timeout and skips that waiter", async () => {
  const { start, running, waitUntilSettled, end } = arrange(1);
  void start("one");
  const refused = expect(start("two")).rejects.toMatchObject({ code: "POOL_BUSY" });
  await vi.advanceTimersByTimeAsync(1_000);
  await refused;
  void start("three");
  end("one");
  await waitUntilSettled();
  expect(running).toEqual(["one", "three"]);
});
