import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterSignIn, sharedLink } from "@/features/auth/shared-link";

const retained = new Map<string, string>();
const link = "https://news.example/a?b=1&c=2";
const opened = `/keywords?check=${encodeURIComponent(link)}`;

beforeEach(() => {
  retained.clear();
  vi.useFakeTimers();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => retained.get(name) ?? null,
    setItem: (name: string, value: string) => void retained.set(name, value),
    removeItem: (name: string) => void retained.delete(name),
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
  expect(retained.size).toBe(0);
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
    retained.set("sharedLink", stored);
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
