import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RateLimited, rateLimitToast, type RateLimitRecord } from "@/browser/rate-limit";
import { ownLimitTexts } from "@/domain/text/rate-limit-texts";
import { clearRateLimit, onRateLimit, storeRateLimit } from "@/browser/rate-limit-record";
import { readRateLimit } from "@/browser/read-rate-limit";

const retained = new Map<string, string>();
beforeEach(() => {
  retained.clear();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => retained.get(name) ?? null,
    setItem: (name: string, value: string) => void retained.set(name, value),
    removeItem: (name: string) => void retained.delete(name),
  });
});
afterEach(() => void vi.unstubAllGlobals());

const now = new Date("2026-11-21T12:00:00Z");
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const record: RateLimitRecord = {
  code: "AUTH_RATE_LIMIT_EXCEEDED",
  message: "Please wait before logging in again.",
  retryAfter: 30,
  limit: 10,
  remaining: 0,
  timestamp: now.getTime(),
};
const limited = new RateLimited(record.code, record.message, 30, 10, 0);

test("stores a rate limit under the specified names until it is cleared, and notifies its tab", () => {
  const result: RateLimitRecord[] = [];
  const stop = onRateLimit((one) => result.push(one));
  expect(readRateLimit()).toBeNull();
  storeRateLimit(limited, now);
  expect(JSON.parse(retained.get("lastRateLimitError") ?? "")).toEqual(record);
  expect(retained.get("rateLimitExceeded")).toBe("true");
  expect(readRateLimit()).toEqual(record);
  stop();
  storeRateLimit(limited, now);
  expect(result).toEqual([record]);
  clearRateLimit();
  expect([readRateLimit(), retained.size]).toEqual([null, 0]);
});

test.each(["", "{", "null", '{"code":1}', "[]"])("ignores the invalid record %j", (text) => {
  retained.set("rateLimitExceeded", "true");
  retained.set("lastRateLimitError", text);
  expect(readRateLimit()).toBeNull();
});

test.each([
  ["AUTH_RATE_LIMIT_EXCEEDED", "", "Too Many Login Attempts", "Please wait before logging in again."],
  [
    "KEYWORD_RATE_LIMIT_EXCEEDED",
    "",
    "Too Many Keyword Operations",
    "Please wait before making more requests.",
  ],
  [
    "NOTIFICATION_RATE_LIMIT_EXCEEDED",
    "",
    "Too Many Notification Operations",
    "Please wait before making more requests.",
  ],
  ["REDDIT_RATE_LIMIT_EXCEEDED", "x", "Reddit API Rate Limited", "Earshot is temporarily limited by Reddit."],
  ["DDOS_RATE_LIMIT_EXCEEDED", "", "Too Many Requests", "Please wait before making more requests."],
  ["RATE_LIMIT_EXCEEDED", "Slow down", "Rate Limit Exceeded", "Slow down"],
  ["RATE_LIMIT_EXCEEDED", "", "Rate Limit Exceeded", "Please wait before making more requests."],
])("shows %s with message %j as %s", (code, message, title, text) => {
  expect(rateLimitToast({ ...record, code, message }, now)).toMatchObject({ title, text, secondsLeft: 30 });
});

test.each([
  [0, 30, "You can try again in 30 seconds"],
  [0.001, 30, "You can try again in 30 seconds"],
  [28.5, 2, "You can try again in 2 seconds"],
  [29, 1, "You can try again in 1 second"],
  [29.999, 1, "You can try again in 1 second"],
  [30, 0, "You can try again now"],
  [4000, 0, "You can try again now"],
  [-500, 30, "You can try again in 30 seconds"],
])("after %d s, shows %d s left", (seconds, secondsLeft, countdown) => {
  expect(rateLimitToast(record, after(seconds))).toMatchObject({ secondsLeft, countdown });
});

test.each([
  [858, "You can try again in 15 minutes"],
  [121, "You can try again in 3 minutes"],
  [120, "You can try again in 2 minutes"],
  [119, "You can try again in 119 seconds"],
  [3600, "You can try again in 60 minutes"],
])("formats a wait of %d s as: %s", (retryAfter, countdown) => {
  expect(rateLimitToast({ ...record, retryAfter }, now).countdown).toBe(countdown);
});

test.each(Object.values(ownLimitTexts))("shows AUTH limits with their own text: %s", (message) => {
  expect(rateLimitToast({ ...record, message }, now)).toMatchObject({
    title: "Too Many Login Attempts",
    text: message,
  });
});

test("shows the end of the wait", () => {
  expect(rateLimitToast(record, after(30))).toEqual({
    title: "Rate Limit Expired",
    text: "You can try again now",
    secondsLeft: 0,
    countdown: "You can try again now",
  });
});
