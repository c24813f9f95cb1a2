import { expect, test } from "vitest";
import { checkExpression } from "@/domain/query/check";
import { matchesExpression } from "@/domain/query/evaluate";
import { explainExpression } from "@/domain/query/explain";
import { parseExpression } from "@/domain/query/parse";
import { printed } from "@/domain/query/printer";
import { readingsOf } from "@/domain/query/words";
import { queried } from "./items";

/** What readers of queries are slow at: each is repeated up to the length that is asked for. */
const pieces = [
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

/** Of some runs the least processor time, in milliseconds: what else the machine does makes no run shorter. */
function leastMs(text: string): number {
  const times = Array.from({ length: 3 }, () => {
    const begun = process.cpuUsage();
    parseExpression(text);
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

test.each(pieces)("%j eight times as often takes eight times as long, or little more", (piece) => {
  const text = (length: number) => piece.repeat(Math.ceil(length / piece.length));
  const short = leastMs(text(40_000));
  // What is gone through pair by pair would take sixty-four times as long; below some milliseconds a clock says nothing.
  expect(leastMs(text(320_000)) / Math.max(short, 5)).toBeLessThan(32);
});

test.each([pieces.join(" "), "a OR ", "(", ")", '"', "title:(", "- "])(
  "what is read of a million characters of %j can be written out, put into words, checked and asked",
  (piece) => {
    const parsed = parseExpression(piece.repeat(1_000_000 / piece.length));
    expect(parsed.problems.length).toBeLessThanOrEqual(40);
    expect(checkExpression(parsed, { sites: [] }).length).toBeLessThanOrEqual(80);
    if (parsed.expression === null) return;
    expect(readingsOf(parsed).length).toBeGreaterThan(0);
    expect(printed(parsed.expression).length).toBeGreaterThan(0);
    const item = queried({ body: "a title" });
    expect(explainExpression(parsed.expression, item).holds).toBe(matchesExpression(parsed.expression, item));
  },
);
