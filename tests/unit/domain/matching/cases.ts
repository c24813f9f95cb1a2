import { expect, test } from "vitest";
import type { Item } from "@/domain/reading/item";
import { findOccurrences } from "@/domain/matching/occurrences";
import { Matcher } from "@/domain/matching/matcher";
import type { MatchRule } from "@/domain/matching/rule";

const noon = new Date("2026-11-21T12:00:00Z");

/** A rule with default settings on r/all. */
export function makeRule(keyword: string, rest: Partial<MatchRule> = {}): MatchRule {
  return {
    watchId: "watch",
    revision: 1,
    expression: null,
    activeSince: noon,
    keyword,
    places: ["all"],
    includePosts: true,
    includeComments: true,
    matchTitlesOnly: false,
    caseSensitive: false,
    wholeWordOnly: false,
    ...rest,
  };
}

/** An item created when the rules became active. A string is the body of a comment. */
export function makeItem(of: string | Partial<Item>): Item {
  return {
    fullname: "t1_x",
    kind: "comment",
    site: "reddit",
    place: "Pics",
    title: "",
    body: "",
    html: null,
    author: "someone",
    url: "https://www.reddit.com/r/pics",
    createdAt: noon,
    over18: false,
    ...(typeof of === "string" ? { body: of } : of),
  };
}

export const whole = { wholeWordOnly: true };
export const exactCase = { caseSensitive: true };

type Case = readonly [
  name: string,
  keyword: string,
  filters: Partial<MatchRule>,
  item: string | Partial<Item>,
  expected: boolean,
];

/** Runs a table, one test per row. If the item is only a text, `findOccurrences` must agree. */
export function runCases(cases: readonly Case[]): void {
  test.each(cases.map((row) => ({ row, name: row[0] })))("$name", ({ row }) => {
    const [, keyword, filters, item, expected] = row;
    const matches = new Matcher([makeRule(keyword, filters)]).match(makeItem(item));
    expect(matches.length).toBe(expected ? 1 : 0);
    if (typeof item !== "string") return;
    expect(findOccurrences(item, keyword, { ...filters, isMarkdown: true }).length > 0).toBe(expected);
  });
}
