import { expect, test } from "vitest";
import { formatAge } from "@/domain/time/age";

const now = new Date("2026-11-21T12:00:00Z");
const minute = 60_000;
const hour = 60 * minute;

test.each([
  ["the same moment", 0, "Just now"],
  ["a clock that is ahead", -5 * hour, "Just now"],
  ["a minute", minute, "Just now"],
  ["just under an hour", hour - 1, "Just now"],
  ["an hour", hour, "1h ago"],
  ["just under two", 2 * hour - 1, "1h ago"],
  ["just under a day", 24 * hour - 1, "23h ago"],
  ["a day", 24 * hour, "1d ago"],
  ["just under two days", 48 * hour - 1, "1d ago"],
  ["ninety days", 90 * 24 * hour, "90d ago"],
])("%s", (_, elapsedMs, expected) => {
  expect(formatAge(new Date(now.getTime() - elapsedMs), now)).toBe(expected);
});
