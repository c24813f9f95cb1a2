import { expect, test } from "vitest";
import { commonWords } from "@/domain/query/common-words";
import { parseExpression } from "@/domain/query/parse";

/** 'the', 'and' and '?' stand in much of what is read. */
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
])("of '%s' these bring noise: %j", (text, expected) => {
  const found = commonWords(parseExpression(text), ({ term }) => common.has(term.text));
  expect(found.map(({ from, to }) => text.slice(from, to))).toEqual(expected);
});
