import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { isAtLimit, getPlan } from "@/domain/plans/plans";

test.each<[string | null, string]>([
  [null, "free"],
  ["active", "pro"],
  ["past_due", "pro"],
  ["canceled", "free"],
  ["unpaid", "free"],
  ["incomplete", "free"],
  ["incomplete_expired", "free"],
])("a subscription with status %s has the plan %s", (status, plan) => {
  expect(getPlan(status).name).toBe(plan);
});

test.each<[string | null, number, boolean]>([
  [null, 2, false],
  [null, 3, true],
  [null, 7, true],
  ["active", 100_000, false],
])("with status %s, %i watches reach the limit: %s", (status, count, expected) => {
  expect(isAtLimit(getPlan(status), count)).toBe(expected);
});

// Texts must use the constants, so they can't differ from the actual limits.
test.each([
  ["watches", /\b(three|3) (keyword|watch|oldest)/i],
  ["days", /\b(ninety|90) days/i],
])("no page, email or error hard-codes the promised number of %s", (_, number) => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" })
    .map((file) => path.join("src", file))
    .filter((file) => /(?<!api\/client)\.tsx?$/.test(file) && !file.startsWith("src/generated/"));
  expect(files.filter((file) => number.test(readFileSync(file, "utf8")))).toEqual([]);
});
