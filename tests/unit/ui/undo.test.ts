import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toastFadeMs, toasts } from "@/ui/toast/store";
import { registerUndo, showUndoToast, undoLatest } from "@/ui/undo";
import { undoShownMs } from "@/domain/time/undo";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("undoes the latest action first, each only once and within 8 seconds", () => {
  const done: string[] = [];
  const keep = (name: string) => registerUndo(() => done.push(name));
  keep("late");
  vi.advanceTimersByTime(undoShownMs - 1);
  keep("first");
  keep("second");
  keep("forgotten")();
  vi.advanceTimersByTime(1);
  expect([undoLatest(), undoLatest(), undoLatest()]).toEqual([true, true, false]);
  expect(done).toEqual(["second", "first"]);
  expect(undoShownMs).toBe(8_000);
});

test("the toast's action undoes only once, while the toast is open", () => {
  const undo = vi.fn();
  showUndoToast({ title: "Archived" }, undo);
  const result = toasts.read()[0]!;
  expect(result).toMatchObject({ isUndo: true, title: "Archived" });
  toasts.hold(result.id);
  vi.advanceTimersByTime(undoShownMs + 1_000);
  expect(undoLatest()).toBe(false);
  result.action!.onAct();
  result.action!.onAct();
  expect(undo).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(toastFadeMs);
  expect(toasts.read()).toEqual([]);
});

test("a toast closed early can't be undone", () => {
  const undo = vi.fn();
  const end = showUndoToast({ title: "Deleted" }, undo);
  const result = toasts.read()[0]!;
  end();
  result.action!.onAct();
  expect(undoLatest()).toBe(false);
  expect(undo).not.toHaveBeenCalled();
});
