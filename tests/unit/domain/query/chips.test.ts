import { expect, test } from "vitest";
import { type Chips, toChips, expressionOfChips, expressionOfKeyword, noChips } from "@/domain/query/chips";
import { parseExpression } from "@/domain/query/parse";
import { printed } from "@/domain/query/printer";

const rows: [Partial<Chips>, string][] = [
  [{ anyOf: ["invoice software"] }, '"invoice software"'],
  [{ anyOf: ["tidewater", "tide water"] }, 'tidewater OR "tide water"'],
  [
    { anyOf: ["tidewater"], must: ["bookkeep*"], mustNot: ["jobs", "we are hiring"] },
    'tidewater bookkeep* -jobs -"we are hiring"',
  ],
  [{ anyOf: ["a", "b"], must: ["c"] }, "(a OR b) c"],
  [
    { anyOf: ["crm"], authors: ["spez", "kn0thing"], notAuthors: ["AutoModerator"] },
    "crm author:(spez OR kn0thing) -author:AutoModerator",
  ],
  [{ anyOf: ["crm"], flair: ["question", "help wanted"] }, 'crm flair:(question OR "help wanted")'],
  [{ authors: ["spez"] }, "author:spez"],
  [{ anyOf: ["OR"], mustNot: ["title:x"] }, '"OR" -"title:x"'],
];

test.each(rows)("converts %j to %s and back", (chips, text) => {
  expect(printed(expressionOfChips({ ...noChips, ...chips })!)).toBe(text);
  expect(toChips(parseExpression(text).expression!)).toEqual({ ...noChips, ...chips });
});

test("ignores chips without visible text", () => {
  expect(expressionOfChips({ ...noChips, anyOf: [" ", "\u200b"], authors: ["@"] })).toBeNull();
  expect(printed(expressionOfChips({ ...noChips, anyOf: ["", " crm "], authors: ["u/spez"] })!)).toBe(
    "crm author:spez",
  );
});

test("accepts chips in any order", () => {
  expect(toChips(parseExpression("-jobs tidewater (a OR b)").expression!)).toEqual({
    ...noChips,
    anyOf: ["a", "b"],
    must: ["tidewater"],
    mustNot: ["jobs"],
  });
});

test.each([
  "title:crm",
  "a NEAR b",
  "(a OR b) (c OR d)",
  "(a b) OR c",
  "-(a OR b) c",
  "a OR -b",
  "a OR author:b",
  "a author:b author:c",
  "a -flair:b",
  "a in:pics",
  "a link:example.com",
  'a "not a prefix*" "pre*"',
])("%s has no equivalent chips", (text) => {
  expect(toChips(parseExpression(text).expression!)).toBeNull();
});

test("converts a keyword to a phrase even if it ends with an asterisk", () => {
  expect(printed(expressionOfKeyword(" tide  water ")!)).toBe('"tide  water"');
  expect(printed(expressionOfKeyword("rated a*")!)).toBe('"rated a*"');
  expect(printed(expressionOfKeyword("invoic*")!)).toBe('"invoic*"');
  expect(expressionOfKeyword("\u200b")).toBeNull();
});
