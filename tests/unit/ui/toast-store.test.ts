import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createToastStore, type ToastType } from "@/ui/toast/store";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const durations: [ToastType, number][] = [
  ["success", 5_000],
  ["error", 8_000],
  ["warning", 6_000],
  ["info", 5_000],
  ["rate-limit", 10_000],
];

test.each(durations)("%s lasts %i ms, fades for 300 ms and is removed", (type, durationMs) => {
  const store = createToastStore();
  store.add({ type, title: "Said" });
  vi.advanceTimersByTime(durationMs - 1);
  expect(store.read()).toMatchObject([{ type, isLeaving: false }]);
  vi.advanceTimersByTime(1);
  expect(store.read()).toMatchObject([{ isLeaving: true }]);
  vi.advanceTimersByTime(299);
  expect(store.read()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(store.read()).toEqual([]);
});

test("closing starts the fade immediately, and closing twice has no effect", () => {
  const store = createToastStore();
  const id = store.add({ type: "error", title: "Said" });
  store.close(id);
  store.close(id);
  expect(store.read()).toMatchObject([{ isLeaving: true }]);
  vi.advanceTimersByTime(300);
  expect(store.read()).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(store.read()).toEqual([]);
});

test("hold pauses the timer and release restarts it", () => {
  const store = createToastStore();
  const id = store.add({ type: "info", title: "Said" });
  vi.advanceTimersByTime(4_000);
  store.hold(id);
  vi.advanceTimersByTime(60_000);
  expect(store.read()).toMatchObject([{ isLeaving: false }]);
  store.release(id);
  store.release(id);
  vi.advanceTimersByTime(4_999);
  expect(store.read()).toMatchObject([{ isLeaving: false }]);
  vi.advanceTimersByTime(301);
  expect(store.read()).toEqual([]);
});

test("a held toast can be closed", () => {
  const store = createToastStore();
  const id = store.add({ type: "info", title: "Said" });
  store.hold(id);
  store.close(id);
  store.hold(id);
  store.release(id);
  vi.advanceTimersByTime(300);
  expect(store.read()).toEqual([]);
});

test("calls onGone once if a toast closes without its action", () => {
  const store = createToastStore();
  const onGone = vi.fn();
  const message = { type: "info", title: "Deleted", onGone } as const;
  store.close(store.add(message), true);
  vi.advanceTimersByTime(10_000);
  expect(onGone).not.toHaveBeenCalled();
  store.add(message);
  vi.advanceTimersByTime(10_000);
  expect(onGone).toHaveBeenCalledOnce();
});

test("replaces a toast with the same key and keeps others", () => {
  const store = createToastStore();
  store.add({ type: "rate-limit", key: "limit", title: "First" });
  store.add({ type: "info", title: "Other" });
  vi.advanceTimersByTime(4_000);
  store.add({ type: "rate-limit", key: "limit", title: "Second" });
  expect(store.read().map(({ title }) => title)).toEqual(["Other", "Second"]);
  vi.advanceTimersByTime(9_999);
  expect(store.read()).toMatchObject([{ title: "Second", isLeaving: false }]);
});

test("notifies subscribers of every change until they unsubscribe", () => {
  const store = createToastStore();
  const listener = vi.fn();
  const leave = store.subscribe(listener);
  store.add({ type: "info", title: "Said" });
  expect(listener).toHaveBeenCalledOnce();
  leave();
  store.add({ type: "info", title: "Said" });
  expect(listener).toHaveBeenCalledOnce();
});

test("keeps at most three toasts, closing the oldest without an action", () => {
  const store = createToastStore();
  store.add({ type: "info", title: "Archived", action: { label: "Undo", onAct: () => undefined } });
  for (const title of ["First", "Second", "Third"]) store.add({ type: "success", title });
  const current = () => store.read().filter(({ isLeaving }) => !isLeaving);
  expect(current().map(({ title }) => title)).toEqual(["Archived", "Second", "Third"]);
});
