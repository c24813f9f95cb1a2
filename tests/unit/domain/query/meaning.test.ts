import { describe, expect, test } from "vitest";
import { matchesExpression } from "@/domain/query/evaluate";
import { explainExpression, getMarks } from "@/domain/query/explain";
import { parseExpression } from "@/domain/query/parse";
import type { QueriedItem, TermFilters } from "@/domain/query/queried-item";
import { exactCase, whole } from "../matching/cases";
import { queried } from "./items";

type Row = readonly [
  text: string,
  item: string | Partial<QueriedItem>,
  expected: boolean,
  filters?: Partial<TermFilters>,
];
const noFilters: TermFilters = { wholeWordOnly: false, caseSensitive: false, matchTitlesOnly: false };
const post = { kind: "post", title: "Best CRM for artists", body: "cheap, please" } as const;

function rows(table: readonly Row[]): void {
  const named = table.map((row) => ({ row, name: `${row[0]} in ${JSON.stringify(row[1])}: ${row[2]}` }));
  test.each(named)("$name", ({ row: [text, item, expected, filters = {}] }) => {
    const { expression } = parseExpression(text);
    const how = { ...noFilters, ...filters };
    expect(matchesExpression(expression!, queried(item), how)).toBe(expected);
    expect(explainExpression(expression!, queried(item), how).holds).toBe(expected);
  });
}

describe("words", () => {
  rows([
    ["invoice software", "software for every invoice", true],
    ["invoice software", "invoice", false],
    ['"invoice software"', "Invoice\nsoftware", true],
    ['"invoice software"', "software invoice", false],
    ["crm OR cheap", "cheap", true],
    ["crm -cheap", "a cheap crm", false],
    ["crm -cheap", "a crm", true],
    ["crm -(cheap free)", "a cheap crm", true],
    ["crm -(cheap free)", "a cheap, free crm", false],
    ["c++", "C++ or Rust", true],
    [".net", "ASP.NET", true],
    ["don't", "I don’t", true],
    ["@user", "ask @User", true],
    ["#tag", "a #tag", true],
    ["node.js", "Node.js", true],
    ["https://example.com/a", "[x](https://example.com/a)", true],
    ["東京", "私は東京に住む", true],
    ["art", "state of the artist", true],
    ["art", "state of the artist", false, whole],
    ["art", "state-of-the-art", true, whole],
    ["-art crm", "crm for artists", true, whole],
    ["CRM", "a crm", false, exactCase],
    ["Crm OR CRM", "a CRM", true, exactCase],
    ["can", "I can't", false, whole],
    ["café", "cafe\u0301", true],
    ["my_var", "my\\_var", true],
  ]);
});

describe("text fields", () => {
  rows([
    ["title:crm", post, true],
    ["title:cheap", post, false],
    ["body:cheap", post, true],
    ["body:crm", post, false],
    ["title:crm", { title: "crm", body: "" }, false],
    ["crm", { title: "crm", body: "" }, false],
    ["-title:crm cheap", { title: "crm", body: "cheap" }, true],
    ["crm cheap", post, true],
    ['"artists cheap"', post, false],
    ["crm", post, true, { matchTitlesOnly: true }],
    ["crm cheap", post, false, { matchTitlesOnly: true }],
    ["crm -cheap", post, true, { matchTitlesOnly: true }],
    ["title:(foo OR crm)", post, true],
  ]);
});

describe("prefixes", () => {
  rows([
    ["invoic*", "two Invoices", true],
    ["invoic*", "invoic", true],
    ["invoic*", "preinvoiced", false],
    ["invoic*", "re-invoiced", true],
    ["invoic*", "re-invoiced", true, whole],
    ["Invoic*", "invoices", false, exactCase],
    ["-invoic* crm", "crm invoices", false],
    ["title:art*", post, true],
    ["body:art*", post, false],
    ["node.*", "node.js", true],
    ["東京都*", "私は東京都に", true],
  ]);
});

describe("NEAR", () => {
  rows([
    ["crm NEAR/1 cheap", "crm that cheap", true],
    ["crm NEAR/1 cheap", "cheap that crm", true],
    ["crm NEAR/1 cheap", "crm that is cheap", false],
    ["crm NEAR cheap", "crm one two three four five cheap", true],
    ["crm NEAR cheap", "crm one two three four five six cheap", false],
    ["crm NEAR/1 cheap", "crm \n\n - \u00a0 cheap", true],
    ["crm NEAR/1 cheap", "cheap/crm", true],
    ["crm NEAR/1 crm", "one crm", false],
    ["crm NEAR/1 crm", "crm, crm", true],
    ["tide NEAR/1 tidewater", "tidewater", false],
    ["crm NEAR/20 cheap", post, false],
    ["crm NEAR/20 artists", post, true],
    ['"customer list" NEAR/1 cheap*', "a customer list: cheaper", true],
    ["a NEAR/1 b", "a x a y y y b", false],
    ["a NEAR/1 b", "b y y y a x b", true],
    ["art NEAR/1 cheap", "artist cheap", false, whole],
  ]);
});

describe("other fields", () => {
  rows([
    ["author:someone", "x", true],
    ["author:u/SomeOne", "x", true],
    ["author:some", "x", false],
    ["-author:automoderator", "x", true],
    ["author:someone", { author: null }, false],
    ["-author:someone", { author: null }, true],
    ['author:"Jane Doe"', { author: "jane doe" }, true],
    ["in:pics", "x", true],
    ["in:r/PICS", "x", true],
    ["subreddit:pics", "x", true],
    ["in:pic", "x", false],
    ['in:"Ledger Folk"', { place: "forum.example", placeLabel: "Ledger folk" }, true],
    ["in:forum.example", { place: "forum.example", placeLabel: "Ledger folk" }, true],
    ["site:reddit", "x", true],
    ["site:hackernews", "x", false],
    ["flair:question", { flair: "Open Questions" }, true],
    ["flair:question", { flair: undefined }, false],
    ["-flair:question", { flair: undefined }, true],
    ["type:comment", "x", true],
    ["type:post", "x", false],
    ["is:nsfw", { over18: true }, true],
    ["is:nsfw", "x", false],
    ["is:bot", { isBot: true }, true],
    ["is:bot", { over18: true }, false],
    ["-is:bot", { isBot: false }, true],
    ["-is:bot", "x", true],
  ]);
});

describe("links", () => {
  rows([
    ["link:example.com", { link: "https://example.com/a" }, true],
    ["link:example.com", "see https://example.com", true],
    ["link:example.com", "see https://www.example.com.", true],
    ["link:example.com", "[a](https://blog.example.com/x)", true],
    ["link:example.com", "<http://EXAMPLE.com>", true],
    ["link:example.com", "www.example.com is ours", true],
    ["link:example.com", "example.com is ours", false],
    ["link:example.com", "https://example.com.evil.org https://notexample.com", false],
    ["link:example.com", "https://evil.org/example.com?u=https://example.com", false],
    ["link:blog.example.com", "https://example.com", false],
    ["link:example.com", `https://${"a.".repeat(100)}example.com`, true],
    // Longer than the DNS allows.
    ["link:example.com", `https://${"a.".repeat(130)}example.com`, false],
    ["link:example.com/blog", "https://example.com/blog/one", true],
    ["link:example.com/blog", "https://example.com/Blog?x=1", true],
    ["link:example.com/blog", "([x](https://example.com/blog))", true],
    ["link:example.com/blog", "https://example.com/blogs", false],
    ["link:example.com/a_b", "https://example.com/a\\_b", true],
    ['link:"en.wikipedia.org/wiki/Foo_(bar)"', "[x](https://en.wikipedia.org/wiki/Foo_(bar))", true],
    ["link:youtube.com/watch?v=abc", "https://www.youtube.com/watch?v=abc&amp;t=3", true],
    ["link:münchen.de", "https://xn--mnchen-3ya.de", true],
    ["link:example.org", "[https://example.com](https://example.org)", true],
    ["link:reddit.com", { url: "https://www.reddit.com/r/pics" } as Partial<QueriedItem>, false],
    ["link:example.com", "https://", false],
    ["link:a.test/x", "「https://a.test/x」を見て", true],
    ["link:a.test/x", "（https://a.test/x）", true],
    ["link:a.test/x", "【https://a.test/x】『https://b.test』", true],
    ["link:b.test", "【https://a.test/x】『https://b.test』", true],
    ["link:a.test/x", "https://a.test/x。", true],
    ["link:a.test/x", "https://a.test/x、次", true],
    ["link:a.test/x", "https://a.test/xを見て", true],
    ["link:a.test", "https://a.testを見て", true],
    ["link:a.test/x", "見よhttps://a.test/x！", true],
    ["link:a.test/x", "“https://a.test/x”", true],
    ["link:a.test/x", "«https://a.test/x»", true],
    ["link:a.test/x", "‘https://a.test/x’s page", true],
    ["link:a.test/x", "https://a.test/x…", true],
    ["link:a.test/x", "https://a.test/x—so", true],
    ["link:a.test/x", "https://a.test/x🎉", true],
    ["link:a.test/x", "&lt;https://a.test/x&gt;", true],
    ["link:a.test/x", "|https://a.test/x|y|", true],
    ["link:a.test/x", "_https://a.test/x_ and **https://b.test/**", true],
    ["link:b.test", "_https://a.test/x_ and **https://b.test/**", true],
    ["link:a.test/x", "(https://a.test/x)", true],
    ["link:a.test/x", "{https://a.test/x}", true],
    ["link:a.test/x", "'https://a.test/x'", true],
    ['link:"a.test/x_(y)"', "(see https://a.test/x_(y))", true],
    ["link:a.test/x", "www.a.test/x」", true],
    ["link:a.test/東京", "「https://a.test/東京」", true],
    ["link:a.test/x", "https://a.test/xy", false],
    ["link:a.test/caf", "https://a.test/café", false],
    ["link:a.test", "https://a.test.evil.org」", false],
  ]);
});

describe("explanations", () => {
  const explain = (text: string, item: string | Partial<QueriedItem>, filters: Partial<TermFilters> = {}) =>
    explainExpression(parseExpression(text).expression!, queried(item), { ...noFilters, ...filters });
  const marked = (text: string, item: string | Partial<QueriedItem>, filters: Partial<TermFilters> = {}) =>
    getMarks(explain(text, item, filters)).map(({ field, start, end }) =>
      queried(item)[field].slice(start, end),
    );

  test("contain the result and positions of every part", () => {
    const { holds, parts } = explain('crm ("a b" OR -cheap)', "a CRM, cheap");
    expect(holds).toBe(false);
    expect(parts.map((part) => part.holds)).toEqual([true, false]);
    expect(parts[0]!.hits).toEqual([{ field: "body", start: 2, end: 5 }]);
    const [phrase, absent] = parts[1]!.parts;
    expect([phrase!.holds, absent!.holds, absent!.parts[0]!.holds]).toEqual([false, false, true]);
    expect(absent!.parts[0]!.hits).toEqual([{ field: "body", start: 7, end: 12 }]);
    expect(absent!.parts[0]!.isWanted).toBe(false);
  });

  test("highlight positive terms only, titles first", () => {
    expect(marked("cheap OR crm OR -please", post)).toEqual(["CRM", "cheap"]);
    expect(marked("-(-crm) -please", post)).toEqual(["CRM"]);
    expect(marked("title:cheap OR body:cheap", post)).toEqual(["cheap"]);
  });

  test("highlight the word of a prefix, the pairs of a NEAR, and links as written", () => {
    expect(marked("invoic*", "Invoices, invoicing's and re-invoice.")).toEqual([
      "Invoices",
      "invoicing's",
      "invoice",
    ]);
    expect(marked("crm NEAR/1 cheap", "crm a b c crm x cheap")).toEqual(["crm", "cheap"]);
    expect(marked("link:example.com", "so [x](https://example.com/a\\_b), y")).toEqual([
      "https://example.com/a\\_b",
    ]);
    expect(marked("author:someone", "x")).toEqual([]);
  });

  test("highlight ranges of the original text and merge overlaps", () => {
    expect(marked("tide OR dewater", "tide\u200bwater")).toEqual(["tide\u200bwater"]);
    expect(marked("art", "artist art", whole)).toEqual(["art"]);
  });
});
