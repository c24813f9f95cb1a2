import fc from "fast-check";
import TextMatcher from "modern-ahocorasick/text";
import { describe, expect, test } from "vitest";
import type { Item } from "@/domain/item";
import { foldKeyword } from "@/domain/matching/fold";
import { Matcher } from "@/domain/matching/matcher";
import { findOccurrences } from "@/domain/matching/occurrences";
import type { MatchRule } from "@/domain/matching/rule";
import { makeItem, makeRule } from "./cases";
import { matchesByForce, occursByForce } from "./oracle";

const latin = [
  "a",
  "A",
  "b",
  "B",
  "ab",
  "aa",
  "can",
  "'",
  "’",
  "t",
  "s",
  "1",
  "_",
  " ",
  "-",
  "–",
  ".",
  "+",
  "@",
  "\n",
];
const marked = [
  "e",
  "é",
  "\u0301",
  "\u0323",
  "\u0307",
  "E",
  "i",
  "I",
  "İ",
  "ı",
  "ß",
  "ẞ",
  "ſ",
  "σ",
  "ς",
  "Σ",
  "K",
  "K",
  "k",
  " ",
];
const hidden = [
  "a",
  "b",
  "\u200b",
  "\u200d",
  "\u00ad",
  "\ufeff",
  "\\",
  "_",
  "*",
  "\u00a0",
  " ",
  "\t",
  "\n",
  "&",
  "&amp;",
  "&nbsp;",
];
const coded = [
  "a",
  "&#x200B;",
  "&#97;",
  "&#x301;",
  "&#92;",
  "_",
  "&#0;",
  "&#xD83D;",
  "&#x1F469;",
  "\u200d",
  "&#8205;",
  "&",
  "#",
  ";",
];
const emoji = [
  "👩",
  "💻",
  "🏽",
  "❤",
  "\ufe0f",
  "\u200d",
  "1",
  "\u20e3",
  "🇨",
  "🇦",
  "🏴",
  "\u{e0067}",
  "a",
  " ",
  "ℹ",
  "©",
];
const unspaced = [
  "漢",
  "字",
  "ひ",
  "カ",
  "ー",
  "한",
  "\u1112",
  "\u1161",
  "\u11ab",
  "ไ",
  "ท\u0e34",
  "a",
  "B",
  "'",
  " ",
  "\u3099",
];
const broken = [
  "\ud83d",
  "\udc69",
  "\ud801",
  "\0",
  "\ufffd",
  "a",
  "👩",
  "\u{10400}",
  "\u{10428}",
  "\u{1d400}",
  "\u{2f800}",
  "\u0958",
];
const alphabets = [latin, marked, hidden, coded, emoji, unspaced, broken];

const mostly = (usual: boolean): fc.Arbitrary<boolean> => fc.constantFrom(usual, usual, usual, !usual);
const ruleRest = fc.record({
  subreddits: fc.constantFrom(
    ["all"],
    ["pics"],
    ["PICS", "news", "pics"],
    ["__proto__", "pics", "news"],
    ["all", "x"],
    ["constructor"],
  ),
  includePosts: mostly(true),
  includeComments: mostly(true),
  matchTitlesOnly: mostly(false),
  caseSensitive: fc.boolean(),
  wholeWordOnly: fc.boolean(),
  activeSince: fc
    .constantFrom("2026-11-21T11:59:59Z", "2026-11-21T11:59:59.500Z", "2026-11-21T12:00:00.999Z")
    .map((time) => new Date(time)),
});

/** A text, and keywords most of which are stretches of it, so that there is something to find and to refuse. */
const scene = fc.constantFrom(...alphabets, alphabets.flat()).chain((alphabet) =>
  fc.record({
    title: fc.array(fc.constantFrom(...alphabet), { maxLength: 8 }).map((parts) => parts.join("")),
    parts: fc.array(fc.constantFrom(...alphabet), { maxLength: 30, size: "max" }),
    picks: fc.array(
      fc.record({
        from: fc.nat(29),
        length: fc.integer({ min: 1, max: 4 }),
        own: fc.option(fc.array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: 4 }), { freq: 2 }),
        case: fc.constantFrom("same", "upper", "lower"),
        rest: ruleRest,
      }),
      { minLength: 1, maxLength: 30, size: "max" },
    ),
    item: fc.record({
      kind: fc.constantFrom("post" as const, "comment" as const),
      subreddit: fc.constantFrom("pics", "Pics", "news", "__proto__"),
      createdAt: fc
        .constantFrom("2026-11-21T11:59:59.999Z", "2026-11-21T12:00:00Z")
        .map((time) => new Date(time)),
    }),
  }),
);
const played = scene.map(({ title, parts, picks, item }): { rules: MatchRule[]; item: Item } => ({
  rules: picks.map((pick, index) => {
    const text = (pick.own ?? parts.slice(pick.from, pick.from + pick.length)).join("");
    const cased = { same: text, upper: text.toUpperCase(), lower: text.toLowerCase() }[pick.case];
    return makeRule(cased, { watchId: `${index}`, ...pick.rest });
  }),
  item: makeItem({ ...item, title, body: parts.join("") }),
}));

const names = (rules: readonly MatchRule[]): string[] => rules.map((rule) => rule.watchId).sort();

describe("generated cases", () => {
  test("the matcher finds what brute force finds", () => {
    const runs = { found: 0, refused: 0 };
    fc.assert(
      fc.property(played, ({ rules, item }) => {
        const expected = matchesByForce(rules, item);
        runs.found += expected.length;
        runs.refused += rules.length - expected.length;
        expect(names(new Matcher(rules).match(item))).toEqual(expected.sort());
      }),
      { numRuns: 3_000 },
    );
    expect(Math.min(runs.found, runs.refused)).toBeGreaterThan(3_000);
  });

  test("findOccurrences is empty exactly when there is nothing, and its places are in order", () => {
    fc.assert(
      fc.property(played, ({ rules, item }) => {
        for (const rule of rules) {
          const found = findOccurrences(item.body, rule.keyword, rule);
          expect(found.length > 0).toBe(occursByForce(item.body, rule.keyword, rule));
          let last = 0;
          for (const { start, end } of found) {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(end).toBeGreaterThan(start);
            last = end;
          }
          expect(last).toBeLessThanOrEqual(item.body.length);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("keywords that fold alike are found in the same texts", () => {
    fc.assert(
      fc.property(played, ({ rules, item }) => {
        for (const { keyword } of rules) {
          if (foldKeyword(keyword) === "") expect(findOccurrences(item.body, keyword)).toEqual([]);
          else expect(findOccurrences(keyword, keyword).length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("a matcher that was updated is one that was made anew", () => {
    const change = fc.record({ watch: fc.nat(12), rule: fc.nat(29), isRemoval: fc.boolean() });
    fc.assert(
      fc.property(played, fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 6 }), (play, updates) => {
        const matcher = new Matcher(play.rules.slice(0, 6));
        const rules = new Map(play.rules.slice(0, 6).map((rule) => [rule.watchId, rule]));
        for (const update of updates) {
          const removed = update.filter((one) => one.isRemoval).map((one) => `${one.watch}`);
          const changed = update
            .filter((one) => !one.isRemoval)
            .map((one) => ({ ...play.rules[one.rule % play.rules.length]!, watchId: `${one.watch}` }));
          for (const watchId of removed) rules.delete(watchId);
          for (const rule of changed) rules.set(rule.watchId, rule);
          matcher.update(changed, removed);
          expect(names(matcher.match(play.item))).toEqual(
            matchesByForce([...rules.values()], play.item).sort(),
          );
          expect(matcher.size).toBe(rules.size);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("it agrees with modern-ahocorasick on plain text", () => {
    const char = fc.constantFrom(..."aAbBcC éÉñяЯжσΣ12");
    const text = fc.array(char, { maxLength: 40 }).map((chars) => chars.join("").replace(/ +/g, " "));
    const keyword = fc
      .array(char, { minLength: 1, maxLength: 5 })
      .map((chars) => chars.join("").replace(/ +/g, " ").trim());
    fc.assert(
      fc.property(
        text,
        fc.uniqueArray(
          keyword.filter((one) => one !== ""),
          { minLength: 1, maxLength: 20 },
        ),
        (body, keywords) => {
          const library = new TextMatcher(keywords, { normalization: "NFC", caseFold: true });
          const found = library
            .countByPattern(body)
            .flatMap((count, index) => (count > 0 ? [keywords[index]!] : []));
          const rules = keywords.map((one) => makeRule(one, { watchId: one }));
          expect(names(new Matcher(rules).match(makeItem(body)))).toEqual(found.sort());
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe("many changes", () => {
  test("what was changed is compiled in with the rest when there is much of it", () => {
    const rules = Array.from({ length: 5_000 }, (_, i) => makeRule(`word${i} x`, { watchId: `${i}` }));
    const matcher = new Matcher(rules);
    const changed = rules
      .slice(0, 2_500)
      .map((rule) => ({ ...rule, revision: 2, keyword: rule.keyword.replace("word", "term") }));
    matcher.update(changed, ["4999"]);
    matcher.update(
      [],
      rules.slice(2_500, 4_990).map((rule) => rule.watchId),
    );
    expect(matcher.size).toBe(2_509);
    expect(names(matcher.match(makeItem("word7 x term7 x word4995 x word4999 x word3000 x")))).toEqual([
      "4995",
      "7",
    ]);
  });
});
