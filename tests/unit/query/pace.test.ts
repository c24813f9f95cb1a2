import { expect, test } from "vitest";
import { checkExpression } from "@/domain/query/check";
import { matchesExpression } from "@/domain/query/evaluate";
import { explainExpression } from "@/domain/query/explain";
import { parseExpression } from "@/domain/query/parse";
import { printed } from "@/domain/query/printer";
import { getReadings } from "@/domain/query/words";
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

const maxRounds = 50;

/** The processor time of parsing, in milliseconds: other programs don't count, unlike in elapsed time. */
function msOf(text: string): number {
  const started = process.cpuUsage();
  parseExpression(text);
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}

test.each(chunks)("parsing takes roughly linear time for repetitions of %j", (chunk) => {
  const text = (length: number) => chunk.repeat(Math.ceil(length / chunk.length));
  const [short, long] = [text(5_000), text(40_000)];
  // Use the minimum of several runs to exclude interference by other processes.
  const min = { short: Infinity, long: Infinity };
  for (let round = 0; round < maxRounds; round++) {
    min.short = Math.min(min.short, msOf(short));
    min.long = Math.min(min.long, msOf(long));
    if (round >= 2 && ratioOf(min) < 32) break;
  }
  // A quadratic algorithm would take 64 times as long.
  expect(ratioOf(min)).toBeLessThan(32);
});

function ratioOf({ short, long }: { short: number; long: number }): number {
  return long / Math.max(short, 0.3);
}

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
