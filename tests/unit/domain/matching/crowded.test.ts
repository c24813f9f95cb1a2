import fc from "../../../support/seeded";
import { describe, expect, test } from "vitest";
import { blobVersion, unpack } from "@/domain/matching/blob";
import { atOnce } from "@/domain/matching/compiled";
import { layerOfBlob } from "@/domain/matching/layer";
import { Matcher, maxRecent } from "@/domain/matching/matcher";
import { PackedDraft } from "@/domain/matching/packed-draft";
import type { Match, MatchRule } from "@/domain/matching/rule";
import { makeItem, makeRule } from "./cases";
import { matchesByForce } from "./oracle";

/** Few letters, so keywords share prefixes and windows, and are nested and repetitive. */
const letter = fc.constantFrom("a", "a", "a", "b", "A", " ", "é", "я", "Я");
const word = (max: number) => fc.array(letter, { minLength: 1, maxLength: max }).map((all) => all.join(""));
const rule = fc.record({
  keyword: fc.oneof(
    word(14),
    fc.nat(30).map((n) => "a".repeat(n + 1)),
  ),
  places: fc.constantFrom(["all"], ["pics"], ["news", "pics"], ["aww"]),
  caseSensitive: fc.boolean(),
  wholeWordOnly: fc.boolean(),
  matchTitlesOnly: fc.boolean(),
});
const rules = fc
  .array(rule, { minLength: 40, maxLength: 120 })
  .map((all) => all.map((one, index) => makeRule(one.keyword, { ...one, watchId: uuid(index) })));
const item = fc
  .record({ kind: fc.constantFrom("post" as const, "comment" as const), title: word(40), body: word(90) })
  .map(makeItem);

function uuid(index: number): string {
  return `01a1fe07-40ba-752a-b61b-${index.toString(16).padStart(12, "0")}`;
}

const names = (matches: readonly Match[]): string[] => matches.map((match) => match.watchId).sort();

function packed(all: readonly MatchRule[]): ArrayBuffer {
  const draft = new PackedDraft();
  for (const one of all) draft.add(one);
  return atOnce(draft.compile());
}

describe("keywords with much in common", () => {
  test("match the same items as brute force, item after item", () => {
    fc.assert(
      fc.property(rules, fc.array(item, { minLength: 1, maxLength: 4 }), (all, items) => {
        const matcher = new Matcher(all);
        for (const one of items) expect(names(matcher.match(one))).toEqual(matchesByForce(all, one).sort());
      }),
      { numRuns: 150 },
    );
  });

  test("match after long runs in which only whole words are still wanted", () => {
    const run = fc.integer({ min: 1, max: 900 }).map((length) => "a".repeat(length));
    const part = fc.oneof(run, run, word(12));
    const bodies = fc.array(part, { minLength: 2, maxLength: 5 }).map((parts) => parts.join(" "));
    const nested = Array.from({ length: 24 }, (_, at) => ({
      keyword: "a".repeat(at + 1),
      wholeWordOnly: true,
    }));
    const looseOnes = ["ba", "aab", "b aaaaaaa", "aaaaaaaaaa a"].map((keyword) => ({
      keyword,
      wholeWordOnly: true,
    }));
    const all = [...nested, ...looseOnes].map((one, index) =>
      makeRule(one.keyword, { ...one, places: ["all"], watchId: uuid(index) }),
    );
    const matcher = new Matcher(all);
    fc.assert(
      fc.property(bodies, (body) => {
        const one = makeItem({ kind: "comment", title: "", body });
        expect(names(matcher.match(one))).toEqual(matchesByForce(all, one).sort());
      }),
      { numRuns: 25 },
    );
  });

  test("match the same from a blob, with changes on top", () => {
    fc.assert(
      fc.property(rules, rules, item, (all, others, one) => {
        const matcher = new Matcher(layerOfBlob(packed(all))!);
        expect(names(matcher.match(one))).toEqual(matchesByForce(all, one).sort());
        const changed = others
          .slice(0, 20)
          .map((other, at) => ({ ...other, watchId: uuid(at * 3), revision: 2 }));
        const removed = [uuid(1), uuid(4), uuid(5_000)];
        matcher.update(changed, removed);
        const now = new Map([...all, ...changed].map((each) => [each.watchId, each]));
        for (const watchId of removed) now.delete(watchId);
        expect(names(matcher.match(one))).toEqual(matchesByForce([...now.values()], one).sort());
        expect(matcher.size).toBe(now.size);
        for (const each of now.values()) expect(matcher.revisionOf(each.watchId)).toBe(each.revision);
        expect(matcher.revisionOf(uuid(4))).toBe(-1);
      }),
      { numRuns: 100 },
    );
  });
});

describe("a blob", () => {
  const some = [
    makeRule("tide", { watchId: uuid(1), revision: 7 }),
    makeRule("ebb", { watchId: uuid(2), revision: 70_000 }),
  ];

  test("returns the watch and its revision", () => {
    const matcher = new Matcher(layerOfBlob(packed(some))!);
    expect(matcher.match(makeItem("tide"))).toEqual([{ watchId: uuid(1), revision: 7 }]);
    expect(matcher.match(makeItem("ebb"))).toEqual([{ watchId: uuid(2), revision: 70_000 }]);
  });

  test("without watches matches nothing", () => {
    expect(new Matcher(layerOfBlob(packed([]))!).match(makeItem("tide"))).toEqual([]);
  });

  test("can be transferred", () => {
    const blob = packed(some);
    const moved = structuredClone(blob, { transfer: [blob] });
    expect(new Matcher(layerOfBlob(moved)!).match(makeItem("ebb")).length).toBe(1);
  });

  test("is rejected if its version is different or it is truncated", () => {
    const blob = packed(some);
    expect(unpack(blob)).not.toBeNull();
    expect(unpack(blob.slice(0, blob.byteLength - 8))).toBeNull();
    expect(unpack(blob.slice(0, 40))).toBeNull();
    new Int32Array(blob)[1] = blobVersion + 1;
    expect(unpack(blob)).toBeNull();
  });

  test("only accepts watches in the order of their ids", () => {
    const draft = new PackedDraft();
    draft.add(some[1]!);
    expect(() => draft.add(some[0]!)).toThrow("order");
    expect(() => draft.add(some[1]!)).toThrow("order");
  });
});

test("adds layers if there are more changes than fit into one", () => {
  const all = Array.from({ length: 2 * maxRecent + 5 }, (_, i) =>
    makeRule(`word${i} x`, { watchId: uuid(i) }),
  );
  const matcher = new Matcher([]);
  matcher.update(all, []);
  expect(matcher.depth).toBe(3);
  matcher.update([], [uuid(3), uuid(2 * maxRecent + 1)]);
  const text = `word3 x word4 x word${maxRecent + 7} x word${2 * maxRecent + 1} x word${2 * maxRecent + 2} x`;
  expect(names(matcher.match(makeItem(text)))).toEqual([4, maxRecent + 7, 2 * maxRecent + 2].map(uuid));
});
