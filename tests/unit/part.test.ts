import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faults, slowJourneys, starts } from "../part.mjs";

test("the files and titles that part.mjs lists exist", () => {
  const files = [...faults, ...slowJourneys.map((name) => `tests/e2e/${name}.spec.ts`)];
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  const start = readFileSync("tests/start/start.test.ts", "utf8");
  expect(starts.filter((title) => !start.includes(`test("${title}`))).toEqual([]);
});
