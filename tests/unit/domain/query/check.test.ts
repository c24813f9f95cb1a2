import { describe, expect, test } from "vitest";
import { checkExpression, type QueryContext } from "@/domain/query/check";
import { parseExpression } from "@/domain/query/parse";
import { isRefused, type ProblemCode } from "@/domain/query/problems";

const sites = [
  { id: "reddit", title: "Reddit" },
  { id: "hackernews", title: "Hacker News" },
];
const everywhere: QueryContext = { sites, places: [{ site: "reddit", name: "all", label: "r/all" }] };
const named: QueryContext = { sites, places: [{ site: "reddit", name: "Pics", label: "r/Pics" }] };

function check(text: string, context: QueryContext) {
  return checkExpression(parseExpression(text), context);
}

describe("expressions that would match almost everything", () => {
  test.each([
    ["-jobs", "-jobs"],
    ["NOT jobs", "NOT jobs"],
    ["-(a b)", "-(a b)"],
    ["in:pics", "in:pics"],
    ["site:reddit -jobs", "site:reddit -jobs"],
    ["type:post", "type:post"],
    ["flair:question is:nsfw", "flair:question is:nsfw"],
    ["tidewater OR -jobs", "-jobs", "tidewater -jobs"],
    ["tidewater OR flair:question", "flair:question", "tidewater flair:question"],
    ["tidewater (crm OR -jobs) OR -hiring", "-hiring", "tidewater (crm OR -jobs) -hiring"],
  ])("rejects %s", (text, marked, suggestion = undefined) => {
    const problems = check(text, everywhere);
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([["unanchored", "error"]]);
    const [{ from, to, suggestion: said }] = problems as [(typeof problems)[number]];
    expect(text.slice(from, to)).toBe(marked);
    expect(said).toBe(suggestion);
    if (suggestion !== undefined) expect(isRefused(check(suggestion, everywhere))).toBe(false);
  });

  test("explains the error", () => {
    expect(check("tidewater OR -jobs", everywhere)[0]!.message).toBe(
      "“-jobs” on its own would match almost everything. Each side of OR needs a word, an author or a link.",
    );
  });

  test.each([
    "crm",
    "invoic*",
    "a NEAR b",
    "author:spez",
    "link:example.com",
    "title:crm",
    "-jobs crm",
    "(a OR b) -c",
    "in:pics (a OR author:b)",
    "-(-a OR b)",
    "-(-a -b)",
  ])("accepts %s", (text) => {
    expect(isRefused(check(text, everywhere))).toBe(false);
  });

  test.each(["flair:question", "type:post", "is:nsfw -jobs", "crm OR flair:question"])(
    "accepts %s if all places are named",
    (text) => {
      expect(isRefused(check(text, named))).toBe(false);
      expect(isRefused(check(text, everywhere))).toBe(true);
      expect(isRefused(check(text, { sites }))).toBe(true);
    },
  );

  test.each(["-jobs", "in:pics", "crm OR -jobs"])("rejects %s even if all places are named", (text) => {
    expect(isRefused(check(text, named))).toBe(true);
  });
});

describe("warnings", () => {
  const codes = (text: string, context: QueryContext = named) =>
    check(text, context).map(({ code, from, to }): [ProblemCode, string] => [code, text.slice(from, to)]);

  test.each<[string, ProblemCode, string]>([
    ["a -a", "contradiction", "-a"],
    ["A x -a", "contradiction", "-a"],
    ["-invoic* invoic*", "contradiction", "invoic*"],
    ["x (a -a)", "contradiction", "-a"],
    ["a type:post type:comment", "contradiction", "type:comment"],
    ["a a", "repeated", "a"],
    ['a "A"', "repeated", '"A"'],
    ["a OR b OR a", "repeated", "a"],
    ["a NEAR b OR b NEAR a", "repeated", "b NEAR a"],
    ["crm in:news", "place-outside", "in:news"],
    ["crm -in:news", "place-outside", "in:news"],
    ["crm site:hackernews", "site-outside", "site:hackernews"],
  ])("%s: %s", (text, code, marked) => {
    expect(codes(text)).toContainEqual([code, marked]);
    expect(isRefused(check(text, named))).toBe(false);
  });

  test.each([
    "a title:a",
    "(a b) OR (a c)",
    "a OR -a x",
    "a NEAR/2 b a NEAR/3 b",
    "invoice invoic*",
    "a -title:a",
    "crm in:pics",
    "crm in:r/pics site:reddit",
  ])("does not warn about %s", (text) => {
    expect(codes(text)).toEqual([]);
  });

  test("respects case sensitivity when comparing terms", () => {
    expect(codes("Crm OR CRM")).toEqual([["repeated", "CRM"]]);
    expect(codes("Crm OR CRM", { ...named, filters: { caseSensitive: true } })).toEqual([]);
  });

  test("allows any place for a watch of a whole site and for a search", () => {
    expect(codes("crm in:news", everywhere)).toEqual([]);
    expect(codes("crm in:news site:hackernews", { sites })).toEqual([]);
  });

  test("warns about body terms in a watch that searches titles", () => {
    expect(codes("crm body:x", { ...named, filters: { matchTitlesOnly: true } })).toEqual([
      ["title-only", "body:x"],
    ]);
  });
});

describe("site names", () => {
  test.each([
    ["crm site:reddit.com", "crm site:reddit"],
    ['crm site:"Hacker News"', "crm site:hackernews"],
    ["crm -site:hacker-news", "crm -site:hackernews"],
    ["crm site:nowhere", undefined],
  ])("rejects the unknown site in %s", (text, suggestion) => {
    const problems = check(text, { sites });
    expect(problems.map(({ code }) => code)).toEqual(["wrong-value"]);
    expect(problems[0]!.message).toContain("Available sites: reddit, hackernews.");
    expect(problems[0]!.suggestion).toBe(suggestion);
  });
});

test("returns syntax and semantic problems sorted by position", () => {
  const problems = check("crm -crm OR", named);
  expect(problems.map(({ code }) => code)).toEqual(["contradiction", "lone-operator"]);
});
