import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepUndo, undoLatest, undoMs } from "@/ui/undo";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the latest first, each once, and for 8 seconds", () => {
  const done: string[] = [];
  const keep = (name: string) => keepUndo(() => done.push(name));
  keep("late");
  vi.advanceTimersByTime(undoMs - 1);
  const first = keep("first");
  keep("second");
  keep("forgotten").forget();
  vi.advanceTimersByTime(1);
  expect([undoLatest(), undoLatest(), undoLatest()]).toEqual([true, true, false]);
  first.now();
  expect(done).toEqual(["second", "first"]);
  expect(undoMs).toBe(8_000);
});
