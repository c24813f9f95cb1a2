import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faults, starts } from "../part.mjs";

test("the files and titles that part.mjs selects exist", () => {
  expect(faults.filter((file) => !existsSync(file))).toEqual([]);
  const start = readFileSync("tests/start/start.test.ts", "utf8");
  expect(starts.filter((title) => !start.includes(`test("${title}`))).toEqual([]);
});
