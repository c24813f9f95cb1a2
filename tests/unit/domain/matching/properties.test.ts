import fc from "../../../support/seeded";
import TextMatcher from "modern-ahocorasick/text";
import { describe, expect, test } from "vitest";
import { foldKeyword } from "@/domain/matching/fold";
import { Matcher } from "@/domain/matching/matcher";
import { findOccurrences } from "@/domain/matching/occurrences";
import type { Match } from "@/domain/matching/rule";
import { makeItem, makeRule } from "./cases";
import { bodyOccurs, matchesByForce } from "./oracle";
import { played } from "./scenes";

const names = (rules: readonly Match[]): string[] => rules.map((rule) => rule.watchId).sort();

describe("generated cases", () => {
  test("the matcher agrees with brute force", () => {
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

  test("findOccurrences agrees with brute force and returns sorted positions", () => {
    fc.assert(
      fc.property(played, ({ rules, item }) => {
        for (const rule of rules) {
          const found = findOccurrences(item.body, rule.keyword, { ...rule, isMarkdown: true });
          expect(found.length > 0).toBe(bodyOccurs(item.body, rule.keyword, rule));
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

  test("every keyword with visible text is found in itself", () => {
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

  test("an updated matcher equals a rebuilt one", () => {
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

  test("agrees with modern-ahocorasick on plain text", () => {
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
  test("are compiled together with the other rules", () => {
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
