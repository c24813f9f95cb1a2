import { describe, expect, test } from "vitest";
import { parseExpression } from "@/domain/query/parse";
import { printed } from "@/domain/query/printer";
import { isRefused } from "@/domain/query/problems";
import { getReadings } from "@/domain/query/words";
import { named } from "./items";

/** A text and its canonical form (the same if omitted). */
type Row = readonly [text: string, writtenOut?: string];

const typed: Row[] = [
  ["invoice software"],
  ['"invoice software"'],
  ['tidewater OR "tide water"'],
  ["tidewater -jobs -hiring"],
  ['(crm OR "customer list") AND -salesforce', '(crm OR "customer list") -salesforce'],
  ["invoic*"],
  ["title:hiring"],
  ["author:spez"],
  ["-author:automoderator"],
  ["in:smallbusiness"],
  ["site:hackernews"],
  ["flair:question"],
  ["type:comment"],
  ["link:example.com"],
  ["is:nsfw"],
  ["is:bot"],
  ["-is:bot"],
  ["crm NEAR/5 cheap"],
  ["c++"],
  [".net"],
  ["don't"],
  ["don’t"],
  ["@user"],
  ["#tag"],
  ["node.js"],
  ["https://example.com/a"],
  ["東京"],
  ["“invoice software” （a OR b）", '"invoice software" (a OR b)'],
];

const alsoTyped: Row[] = [
  ['"invoice"', "invoice"],
  ["a AND b", "a b"],
  ["a AND b OR c", "(a b) OR c"],
  ["a OR b AND c", "a OR (b c)"],
  ["a b OR c d", "(a b) OR (c d)"],
  ["NOT jobs crm", "-jobs crm"],
  ["crm AND NOT jobs", "crm -jobs"],
  ["crm NOT (jobs OR hiring)", "crm -(jobs OR hiring)"],
  ['crm -"we are hiring"', 'crm -"we are hiring"'],
  ["crm –jobs", "crm -jobs"],
  ["crm −(jobs)", "crm -jobs"],
  ["crm -(-jobs)", "crm jobs"],
  ["((crm))", "crm"],
  ["a (b (c d))", "a b c d"],
  ["a NEAR b", "a NEAR/5 b"],
  ['"a b" NEAR/20 invoic*', '"a b" NEAR/20 invoic*'],
  ["-crm NEAR/5 cheap", "-(crm NEAR/5 cheap)"],
  ["x a NEAR b y", "x (a NEAR/5 b) y"],
  ["title:(a OR b)", "title:(a OR b)"],
  ["title:a OR title:b", "title:(a OR b)"],
  ['title:("a b" OR invoic*)', 'title:("a b" OR invoic*)'],
  ["-author:(a OR b) crm", "-author:(a OR b) crm"],
  ["TITLE:hiring Author:u/spez", "title:hiring author:spez"],
  ["author:@spez", "author:spez"],
  ['author:"Jane Doe"', 'author:"Jane Doe"'],
  ["subreddit:r/pics", "in:pics"],
  ["in:/r/pics in:https://example.com/feed.xml", "in:pics in:https://example.com/feed.xml"],
  ["type:Post is:NSFW site:HackerNews", "type:post is:nsfw site:hackernews"],
  ["link:https://www.Example.com/A/", "link:example.com/a"],
  ["link:http://example.com/a?b=1#c", "link:example.com/a?b=1"],
  ["link:*.example.com", "link:example.com"],
  ['link:"https://en.wikipedia.org/wiki/Foo_(bar)"', 'link:"en.wikipedia.org/wiki/foo_(bar)"'],
  ["and or not near", "and or not near"],
  ['"AND" "NEAR/5" "-jobs" "title:x" "a*"', '"AND" "NEAR/5" "-jobs" "title:x" "a*"'],
  ["title:AND", 'title:"AND"'],
  ["--help", '"--help"'],
  ['"-"', '"-"'],
  ["12:30 std::vector C:\\windows"],
  ['"say \\"hi\\" C:\\\\x"', '"say \\"hi\\" C:\\\\x"'],
  ['5" pipe', '5" pipe'],
  ["a\u3000b\u00a0c\nd", "a b c d"],
  ["f***", "f***"],
  ["*nix", "*nix"],
];

test.each(named([...typed, ...alsoTyped]))("$text", ({ row: [text, writtenOut = text] }) => {
  const { expression, problems } = parseExpression(text);
  expect(printed(expression!)).toBe(writtenOut);
  expect(isRefused(problems)).toBe(false);
});

test.each(named(typed))("reports no problem for $text", ({ text }) => {
  expect(parseExpression(text).problems).toEqual([]);
});

describe("queries from other search tools", () => {
  /** Input, canonical form, and the parts with a hint. */
  const rows: [text: string, writtenOut: string, hinted: string[]][] = [
    ['"tide water" OR tidewater -jobs -hiring', '"tide water" OR (tidewater -jobs -hiring)', []],
    [
      "tidewater (review OR alternative) -inurl:jobs",
      "tidewater (review OR alternative) -inurl:jobs",
      ["inurl:"],
    ],
    ["intitle:invoice software", "intitle:invoice software", ["intitle:"]],
    ['"best crm" AND (cheap OR free) AND NOT salesforce', '"best crm" (cheap OR free) -salesforce', []],
    ["site:reddit.com crm", "site:reddit.com crm", []],
    ["subreddit:smallbusiness author:spez", "in:smallbusiness author:spez", []],
    ['title:"looking for" selftext:crm', 'title:"looking for" selftext:crm', ["selftext:"]],
    ["flair:Question nsfw:no self:yes", "flair:Question nsfw:no self:yes", ["nsfw:", "self:"]],
    ["crm AND cheap -site:hackernews -author:bot", "crm cheap -site:hackernews -author:bot", []],
    ["our brand, our-brand, ourbrand", "our brand, our-brand, ourbrand", [",", ","]],
    ["C# jobs", "C# jobs", []],
    ["AT&T OR T-Mobile", "AT&T OR T-Mobile", []],
    ["$TSLA OR #tesla OR @elonmusk", "$TSLA OR #tesla OR @elonmusk", []],
    ["https://earshot.example/a?b=c&d=e", "https://earshot.example/a?b=c&d=e", []],
    ["me@example.com", "me@example.com", []],
    ["rock'n'roll", "rock'n'roll", []],
    ["24/7 support", "24/7 support", []],
  ];
  test.each(named(rows))("$text", ({ row: [text, writtenOut, hinted] }) => {
    const { expression, problems } = parseExpression(text);
    expect(printed(expression!)).toBe(writtenOut);
    expect(isRefused(problems)).toBe(false);
    expect(problems.map(({ from, to }) => text.slice(from, to))).toEqual(hinted);
  });

  test.each(["a or -b", "(or) b", "or b", "a,", "a, -b", "-or x"])("gives no useless hint for %s", (text) => {
    const suggested = parseExpression(text).problems.flatMap(({ suggestion }) => suggestion ?? []);
    expect(suggested).toEqual([]);
  });
});

describe("interpretations", () => {
  test("offers two unambiguous interpretations if AND and OR are mixed without parentheses", () => {
    const readings = getReadings(parseExpression("crm cheap OR free"));
    expect(readings).toEqual([
      { text: "crm and cheap, or free", expression: "(crm cheap) OR free" },
      { text: "crm and either cheap or free", expression: "crm (cheap OR free)" },
    ]);
    for (const { expression, text } of readings)
      expect(getReadings(parseExpression(expression))).toEqual([{ text, expression }]);
  });

  test.each(["a b", "a OR b", "(a b) OR c", "a (b OR c)", "-a OR b", "title:(a OR b) c"])(
    "%s has only one",
    (text) => {
      expect(getReadings(parseExpression(text))).toHaveLength(1);
    },
  );

  test("offers both inside parentheses", () => {
    expect(getReadings(parseExpression("x (a b OR c)")).map(({ expression }) => expression)).toEqual([
      "x ((a b) OR c)",
      "x a (b OR c)",
    ]);
  });
});
