import fc from "../../../support/seeded";
import { expect, test, vi } from "vitest";
import type { Item } from "@/domain/reading/item";
import { layerOfBlob } from "@/domain/matching/layer";
import { atOnce } from "@/domain/matching/compiled";
import { explainMatch } from "@/domain/matching/explain";
import { Matcher } from "@/domain/matching/matcher";
import { PackedDraft } from "@/domain/matching/packed-draft";
import type { MatchRule } from "@/domain/matching/rule";
import { toChips, expressionOfKeyword } from "@/domain/query/chips";
import { matchesExpression } from "@/domain/query/evaluate";
import { parseExpression } from "@/domain/query/parse";
import { printed } from "@/domain/query/printer";
import { makeItem, makeRule } from "../matching/cases";
import { matchesByForce as keywordsByForce } from "../matching/oracle";
import { played } from "../matching/scenes";
import { oftenRequested } from "./arbitraries";
import { matchesByForce } from "./force";

/** MATCHER_ROUNDS=200000 is the full run: pairs of an item and some watches. */
const numRuns = Number(process.env.MATCHER_ROUNDS ?? 2000);
// The full run took 8.5 minutes.
vi.setConfig({ testTimeout: 21_600_000 });

const getId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const found = (matcher: Matcher, item: Item) => matcher.match(item).map((rule) => rule.watchId);

const where = fc.record({
  places: fc.constantFrom(
    ["all"],
    ["all"],
    ["all"],
    ["News", "pics"],
    ["pics", "forum.example.com", "https://example.com/feed.xml"],
  ),
  includePosts: fc.constantFrom(true, true, true, true, false),
  includeComments: fc.constantFrom(true, true, true, true, false),
  activeSince: fc
    .constantFrom("59:59Z", "59:59Z", "59:59.500Z", "59:58Z", "59:57Z", "59:60Z")
    .map((time) => new Date(time === "59:60Z" ? "2026-11-21T12:00:01Z" : `2026-11-21T11:${time}`)),
});

/** An item, its expressions as watches, and keyword watches in between. */
const watched = fc
  .tuple(oftenRequested, fc.array(where, { minLength: 4, maxLength: 4 }))
  .map(([requested, rests]) => {
    const rules = requested.requested.flatMap(({ expression, filters }, at) => [
      makeRule("of", { ...rests[at], watchId: getId(2 * at), expression: printed(expression), ...filters }),
      makeRule("a", { ...rests[at], watchId: getId(2 * at + 1), ...filters }),
    ]);
    return { item: requested.item, rules };
  });

/** Expected result, independent of the matcher's code. */
function isExpected(rule: MatchRule, item: Item): boolean {
  const own = rule.expression === null ? null : parseExpression(rule.expression).expression;
  if (own === null) return keywordsByForce([rule], item).length > 0;
  const names = rule.places.map((name) => name.toLowerCase());
  const isPlace = names.includes("all") || names.includes(item.place.toLowerCase());
  const isKind = item.kind === "post" ? rule.includePosts : rule.includeComments && !rule.matchTitlesOnly;
  const isTime = Math.floor(+item.createdAt / 1000) >= Math.floor(+rule.activeSince / 1000);
  return isPlace && isKind && isTime && matchesByForce(own, item, rule);
}

function blobOf(rules: readonly MatchRule[]): Matcher {
  const draft = new PackedDraft();
  for (const rule of rules) draft.add(rule);
  return new Matcher(layerOfBlob(atOnce(draft.compile()))!);
}

test("matcher, reference evaluation and explanation agree for all items and expressions", () => {
  const runs = { found: 0, refused: 0 };
  fc.assert(
    fc.property(watched, ({ rules, item }) => {
      const expected = rules.filter((rule) => isExpected(rule, item)).map((rule) => rule.watchId);
      runs.found += expected.length;
      runs.refused += rules.length - expected.length;
      expect(found(new Matcher(rules), item).sort()).toEqual(expected);
      expect(found(blobOf(rules), item).sort()).toEqual(expected);
      expect(
        rules.filter((rule) => explainMatch(item, rule) === "matched").map((rule) => rule.watchId),
      ).toEqual(expected);
      for (const rule of rules.filter(({ watchId }) => expected.includes(watchId))) {
        const own = rule.expression === null ? null : parseExpression(rule.expression).expression;
        if (own !== null) expect(matchesExpression(own, item, rule)).toBe(true);
      }
    }),
    { numRuns },
  );
  expect(Math.min(runs.found, runs.refused)).toBeGreaterThan(numRuns / 4);
});

test("a watch matches the same items by keyword as by the equivalent expression", () => {
  fc.assert(
    fc.property(played, ({ rules, item }) => {
      const same = rules.map((rule) => {
        const own = expressionOfKeyword(rule.keyword);
        return { ...rule, expression: own && printed(own) };
      });
      expect(found(new Matcher(same), item).sort()).toEqual(found(new Matcher(rules), item).sort());
    }),
    // Each run tests an item with 30 watches.
    { numRuns: numRuns / 4 },
  );
});

test("an updated matcher equals a rebuilt one", () => {
  fc.assert(
    fc.property(watched, fc.array(fc.nat(7), { maxLength: 6 }), ({ rules, item }, changes) => {
      const matcher = blobOf(rules);
      const now = new Map(rules.map((rule) => [rule.watchId, rule]));
      for (const [step, number] of changes.entries()) {
        const rule = rules[number % rules.length]!;
        const changed = { ...rule, revision: step + 2, expression: rules[step % rules.length]!.expression };
        if (number % 3 === 0) now.delete(rule.watchId);
        else now.set(rule.watchId, changed);
        matcher.update(number % 3 === 0 ? [] : [changed], [rule.watchId]);
        const expected = [...now.values()].filter((one) => isExpected(one, item)).map((one) => one.watchId);
        expect(found(matcher, item).sort()).toEqual(expected.sort());
        expect(matcher.size).toBe(now.size);
      }
    }),
    { numRuns: numRuns / 4 },
  );
});

test("finds expressions without words by author, by link or, if places are named, by place", () => {
  const rules = [
    ["author:Someone", ["all"]],
    ["link:example.com/a -tide", ["all"]],
    ["flair:question", ["pics"]],
    ["author:someone link:example.com type:post", ["news"]],
    ["-tide", ["pics", "news"]],
  ] as const;
  const matcher = new Matcher(
    rules.map(([expression, places], at) => makeRule("x", { watchId: `${at}`, expression, places })),
  );
  const body = "see https://sub.example.com/a/b.";
  const cases: [Partial<Item>, string[]][] = [
    [{ body }, ["0", "1", "4"]],
    [{ body: `${body} tide`, flair: "A question" }, ["0", "2"]],
    [{ body, author: null, place: "other" }, ["1"]],
    [{ body, kind: "post", place: "News", title: "x" }, ["0", "1", "3", "4"]],
    [{ body: "", author: "else", link: "https://example.com/a", kind: "post", place: "x" }, ["1"]],
  ];
  for (const [item, expected] of cases) expect(found(matcher, makeItem(item)).sort()).toEqual(expected);
});

test("supports words of any script and length", () => {
  const long = "é".repeat(240);
  const texts = ["東京", "Ⅸ 𝔘", long, "c++ NEAR/3 ünï*"];
  const matcher = blobOf(texts.map((expression, at) => makeRule("x", { watchId: getId(at), expression })));
  expect(found(matcher, makeItem(`東京 ${long} and c++ or ünïcode`)).sort()).toEqual([0, 2, 3].map(getId));
  expect(toChips(parseExpression(long).expression!)!.anyOf).toEqual([long]);
});

test("evaluates the right expression among many rules", () => {
  const rules = Array.from({ length: 200 }, (_, at) =>
    makeRule("tide", {
      watchId: getId(at),
      expression:
        at % 3 === 0 ? `tide -word${at}x (title:"of ${at}!" OR in:Place${at} OR flair:"a ${at}b")` : null,
    }),
  );
  const matcher = blobOf(rules);
  const keywords = rules.filter(({ expression }) => expression === null).map(({ watchId }) => watchId);
  const cases: [Partial<Item>, number[]][] = [
    [{ place: "place99" }, [99]],
    [{ placeLabel: "r/PLACE33" }, [33]],
    [{ kind: "post", title: "one of 198! and of 60!" }, [60, 198]],
    [{ flair: "A 0B", place: "place6" }, [0, 6]],
    [{ place: "place9", body: "tide WORD9X" }, []],
    [{ place: "place1" }, []],
  ];
  for (const [rest, expected] of cases) {
    const item = { ...makeItem("the tide is in"), ...rest };
    expect(found(matcher, item).sort()).toEqual([...keywords, ...expected.map(getId)].sort());
  }
});

test.each([
  ["thread:1", true],
  ["-thread:1", true],
  ["acme thread:1", true],
  ["acme -thread:1", true],
  ["acme -(in:pics thread:1)", true],
  ['thread:1 "customer relationship management"', true],
  ["acme (thread:1 OR in:pics)", true],
  ["acme -author:ada", false],
  ["link:thread.example", false],
])("whether %j needs the threads of items: %j", (expression, expected) => {
  const rules = [makeRule("of", { expression, watchId: getId(1) })];
  expect(new Matcher(rules).hasThreads).toBe(expected);
  expect(blobOf(rules).hasThreads).toBe(expected);
});
