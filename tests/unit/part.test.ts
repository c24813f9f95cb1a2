import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { starts } from "../part.mjs";

test("the titles that part.mjs selects exist", () => {
  const start = readFileSync("tests/start/start.test.ts", "utf8");
  expect(starts.filter((title) => !start.includes(`test("${title}`))).toEqual([]);
});
