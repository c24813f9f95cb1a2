import { expect, test } from "vitest";
import { authorNames, unknownAuthors, withAuthorIds } from "@/domain/query/authors";
import { parseExpression } from "@/domain/query/parse";
import { printed } from "@/domain/query/printer";
import { makeItem } from "../matching/cases";
import { explainMatch } from "@/domain/matching/explain";
import { Matcher } from "@/domain/matching/matcher";

const ids = { "moss.example": "did:plc:m", fern: "did:plc:f" };

test.each([
  ["crm", [], "crm"],
  ["author:Moss.example", ["moss.example"], "author:did:plc:m"],
  ["crm -author:@fern", ["fern"], "crm -author:did:plc:f"],
  [
    "author:(fern OR reed) NOT (a author:FERN)",
    ["fern", "reed"],
    "author:(did:plc:f OR reed) -(a author:did:plc:f)",
  ],
  ["title:fern flair:fern", [], "title:fern flair:fern"],
  ["author:constructor", ["constructor"], "author:constructor"],
])("%s contains the author names %j", (text, names, called) => {
  const { expression } = parseExpression(text);
  expect(authorNames(expression!)).toEqual(names);
  expect(printed(withAuthorIds(expression!, ids))).toBe(called);
  expect(withAuthorIds(expression!, null)).toBe(expression);
});

test("reports unknown authors with their position", () => {
  const text = "crm (author:moss.example OR -author:reed.example)";
  const [problem, ...more] = unknownAuthors(parseExpression(text), (name) => name in ids, "Toy Town");
  expect(more).toEqual([]);
  expect(text.slice(problem!.from, problem!.to)).toContain("author:reed.example");
  expect(problem).toMatchObject({
    severity: "error",
    message: expect.stringContaining("“reed.example” on Toy Town"),
  });
});

const rule = {
  ...{ watchId: "00000000-0000-0000-0000-000000000001", revision: 1, activeSince: new Date(0), keyword: "x" },
  ...{ places: ["all"], includePosts: true, includeComments: true, matchTitlesOnly: false },
  ...{ caseSensitive: false, wholeWordOnly: false },
};

test.each([
  ["author:moss.example", "did:plc:m", true],
  ["author:moss.example", "did:plc:f", false],
  ["author:moss.example", "moss.example", false],
  ["crm -author:fern", "did:plc:m", true],
  ["crm -author:fern", "did:plc:f", false],
  ["author:reed", "reed", true],
])("%s for an item by %s matches: %s (matcher and explanation agree)", (expression, author, isSatisfied) => {
  const item = makeItem({ author, body: "a crm", createdAt: new Date() });
  const requested = { ...rule, expression, authors: ids };
  expect(new Matcher([requested]).match(item).length).toBe(isSatisfied ? 1 : 0);
  expect(explainMatch(item, requested)).toBe(isSatisfied ? "matched" : "expression");
});
