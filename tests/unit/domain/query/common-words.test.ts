import { expect, test } from "vitest";
import { commonWords } from "@/domain/query/common-words";
import { parseExpression } from "@/domain/query/parse";

/** Words that occur in many items. */
const common = new Set(["the", "with", "?"]);

test.each([
  ["the", []],
  ["tide the", []],
  ["tide ?", []],
  ["the with", ["the", "with"]],
  ["tide OR the", ["the"]],
  ["tide OR (the with)", ["the", "with"]],
  ["tide (the OR with)", []],
  ["(tide OR the) with", ["the", "with"]],
  ["the type:post -tide", ["the"]],
  ["the flair:news", ["the"]],
  ["the author:someone", []],
  ["the link:tide.example", []],
  ["the (tide NEAR water)", []],
  ["tide -the", []],
])('in "%s", warns about %j', (text, expected) => {
  const found = commonWords(parseExpression(text), ({ term }) => common.has(term.text));
  expect(found.map(({ from, to }) => text.slice(from, to))).toEqual(expected);
});
