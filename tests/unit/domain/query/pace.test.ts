import { expect, test } from "vitest";
import { checkExpression } from "@/domain/query/check";
import { matchesExpression } from "@/domain/query/evaluate";
import { explainExpression } from "@/domain/query/explain";
import { parseExpression } from "@/domain/query/parse";
import { printed } from "@/domain/query/printer";
import { getReadings } from "@/domain/query/words";
import { countSteps } from "../../../support/count-steps";
import { queried } from "./items";

/** Inputs that can slow down query parsers. Each is repeated to the required length. */
const chunks = [
  "a ",
  "(",
  ")",
  "((a OR b) ",
  '"',
  '"a" ',
  "“\\",
  "-",
  "- ",
  "/a",
  "a*",
  "a, ",
  "a OR ",
  "OR ",
  "NOT ",
  "a NEAR ",
  "NEAR/",
  "title:(",
  "title:",
  "foo:",
  'foo:"',
  "link:https://a.b/c ",
  "type:x ",
  "\u200b ",
  "\\",
  "é́",
  "x",
];

test.each(chunks)("parsing takes roughly linear time for repetitions of %j", async (chunk) => {
  const steps = (length: number) =>
    countSteps(() => parseExpression(chunk.repeat(Math.ceil(length / chunk.length))), "/src/domain/");
  const [short, long] = [await steps(5_000), await steps(40_000)];
  expect(short).toBeGreaterThan(1_000);
  // A quadratic algorithm would take 64 times as many steps.
  expect(long / short).toBeLessThan(16);
});

test.each([chunks.join(" "), "a OR ", "(", ")", '"', "title:(", "- "])(
  "an expression parsed from 100,000 characters of %j can be printed, described, checked and evaluated",
  (chunk) => {
    const parsed = parseExpression(chunk.repeat(100_000 / chunk.length));
    expect(parsed.problems.length).toBeLessThanOrEqual(40);
    expect(checkExpression(parsed, { sites: [] }).length).toBeLessThanOrEqual(80);
    if (parsed.expression === null) return;
    expect(getReadings(parsed).length).toBeGreaterThan(0);
    expect(printed(parsed.expression).length).toBeGreaterThan(0);
    const item = queried({ body: "a title" });
    expect(explainExpression(parsed.expression, item).holds).toBe(matchesExpression(parsed.expression, item));
  },
);
