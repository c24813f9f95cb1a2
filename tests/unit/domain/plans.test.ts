import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
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

// Whoever changes one of these numbers changes what is promised with it.
test.each([
  ["watches", /\b(three|3) (keyword|watch|oldest)/i],
  ["days", /\b(ninety|90) days/i],
])("no page, mail or error writes a promised number of %s by itself", (_, number) => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" })
    .map((file) => path.join("src", file))
    .filter((file) => /(?<!api\/client)\.tsx?$/.test(file) && !file.startsWith("src/generated/"));
  expect(files.filter((file) => number.test(readFileSync(file, "utf8")))).toEqual([]);
});
