import { expect, test } from "vitest";
import { isAtLimit, planOf } from "@/domain/plans";

test.each<[string | null, string]>([
  [null, "free"],
  ["active", "pro"],
  ["past_due", "pro"],
  ["canceled", "free"],
  ["unpaid", "free"],
  ["incomplete", "free"],
  ["incomplete_expired", "free"],
])("a subscription that is %s is %s", (status, plan) => {
  expect(planOf(status).name).toBe(plan);
});

test.each<[string | null, number, boolean]>([
  [null, 2, false],
  [null, 3, true],
  [null, 7, true],
  ["active", 100_000, false],
])("status %s with %i watches: at its limit %s", (status, count, expected) => {
  expect(isAtLimit(planOf(status), count)).toBe(expected);
});
