import fc from "../../../support/seeded";
import { expect, test } from "vitest";
import type { Item } from "@/domain/reading/item";
import { explainMatch, type MismatchReason } from "@/domain/matching/explain";
import { Matcher } from "@/domain/matching/matcher";
import type { MatchRule } from "@/domain/matching/rule";
import { makeItem, makeRule } from "./cases";
import { played } from "./scenes";

type Row = readonly [
  name: string,
  rule: Partial<MatchRule>,
  item: Partial<Item>,
  expected: "matched" | MismatchReason,
];
const post = { kind: "post", title: "Best Tidewater rods", body: "for salt water" } as const;

const rows: Row[] = [
  ["in the title", {}, post, "matched"],
  ["another place", { places: ["news"] }, post, "place"],
  ["the same place in another case", { places: ["PICS"] }, post, "matched"],
  ["posts are left out", { includePosts: false }, post, "kind"],
  ["comments are left out", { includeComments: false }, { body: "tidewater" }, "kind"],
  ["titles only, a comment", { matchTitlesOnly: true }, { body: "tidewater" }, "kind"],
  [
    "titles only, in the body",
    { matchTitlesOnly: true },
    { ...post, title: "Rods", body: "tidewater" },
    "only-in-body",
  ],
  [
    "titles only, an untitled post",
    { matchTitlesOnly: true },
    { kind: "post", isUntitled: true, title: "Tidewater", body: "Tidewater rods" },
    "only-in-body",
  ],
  ["written before the watch", {}, { ...post, createdAt: new Date("2026-11-21T11:59:59Z") }, "too-old"],
  ["in the same second", {}, { ...post, createdAt: new Date("2026-11-21T12:00:00Z") }, "matched"],
  ["not in the item", {}, { ...post, title: "Rods" }, "keyword-absent"],
  ["in the title of a comment's post", {}, { title: "Tidewater", body: "rods" }, "keyword-absent"],
  ["in another case", { caseSensitive: true }, post, "other-case"],
  ["part of a word", { wholeWordOnly: true }, { ...post, title: "Tidewaters" }, "part-of-word"],
  [
    "exact case and whole word separately",
    { caseSensitive: true, wholeWordOnly: true },
    { ...post, title: "tidewaters Tidewater" },
    "part-of-word",
  ],
  ["a keyword with only ignored characters", { keyword: "\u200b" }, post, "keyword-absent"],
];

test.each(rows.map((row) => ({ name: row[0], row })))("$name", ({ row: [, rule, item, expected] }) => {
  expect(explainMatch(makeItem(item), makeRule("tidewater", rule))).toBe(expected);
});

test('returns "matched" exactly if the matcher matches', () => {
  fc.assert(
    fc.property(played, ({ rules, item }) => {
      const matched = new Set(new Matcher(rules).match(item).map((rule) => rule.watchId));
      for (const rule of rules)
        expect([rule.watchId, explainMatch(item, rule) === "matched"]).toEqual([
          rule.watchId,
          matched.has(rule.watchId),
        ]);
    }),
    { numRuns: 2_000 },
  );
});
