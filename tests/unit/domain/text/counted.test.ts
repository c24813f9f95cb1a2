import { expect, test } from "vitest";
import { counted } from "@/domain/text/counted";

test.each([
  [0, "notification", undefined, "0 notifications"],
  [1, "notification", undefined, "1 notification"],
  [2, "unread notification", undefined, "2 unread notifications"],
  [1, "match", "matches", "1 match"],
  [2, "match", "matches", "2 matches"],
  [10_000, "notification", undefined, "10,000 notifications"],
])("%i %s", (count, singular, plural, expected) => {
  expect(counted(count, singular, plural)).toBe(expected);
});
