import { expect, test } from "vitest";
import { backoffMs } from "@/domain/time/backoff";

test.each([
  ["the base ± half", 1, null, 0.5, 2_000],
  ["doubled with each failure", 3, null, 0.5, 8_000],
  ["up to the cap", 60, null, 0.5, 60_000],
  ["the requested time", 1, 30_000, 0.5, 30_000],
  ["no delay if requested", 4, 0, 0.5, 0],
  ["an hour if years were requested", 1, 1_700_000_000_000, 0.5, 3_600_000],
])("%s", (_name, failures, retryAfterMs, random, expected) => {
  expect(backoffMs(failures, { baseMs: 2_000, capMs: 60_000, retryAfterMs, random })).toBe(expected);
});
