import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterSignIn, sharedLink } from "@/features/auth/shared-link";

const kept = new Map<string, string>();
const link = "https://news.example/a?b=1&c=2";
const opened = `/keywords?check=${encodeURIComponent(link)}`;

beforeEach(() => {
  kept.clear();
  vi.useFakeTimers();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("afterSignIn returns the shared link only once, otherwise the dashboard", () => {
  expect(afterSignIn()).toBe("/dashboard");
  sharedLink.keep(link);
  expect(afterSignIn()).toBe(opened);
  expect(kept.size).toBe(0);
  expect(afterSignIn()).toBe("/dashboard");
});

test("a shared link expires after 15 minutes and is cleared on sign-out", () => {
  sharedLink.keep(link);
  vi.advanceTimersByTime(15 * 60_000 - 1);
  expect(afterSignIn()).toBe(opened);
  sharedLink.keep(link);
  vi.advanceTimersByTime(15 * 60_000);
  expect(afterSignIn()).toBe("/dashboard");
  sharedLink.keep(link);
  sharedLink.clear();
  expect(afterSignIn()).toBe("/dashboard");
});

test.each(["", "null", "[]", "{", '{"link":1,"keptAt":1}', `{"link":"${link}"}`])(
  "ignores a tampered link (%s)",
  (stored) => {
    kept.set("sharedLink", stored);
    expect(afterSignIn()).toBe("/dashboard");
  },
);

test("ignores storage errors", () => {
  vi.stubGlobal("sessionStorage", {
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  expect(() => sharedLink.keep(link)).not.toThrow();
});
