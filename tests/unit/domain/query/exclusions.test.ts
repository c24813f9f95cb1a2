import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchesExpression } from "@/domain/query/evaluate";
import { bestExclusions, getExclusions, withExclusion } from "@/domain/query/exclusions";
import { parseExpression } from "@/domain/query/parse";
import { printed } from "@/domain/query/printer";
import type { QueriedItem } from "@/domain/query/queried-item";

const filters = { wholeWordOnly: true, caseSensitive: false, matchTitlesOnly: false };
const watch = { keyword: "Tide", expression: null, ...filters };
const post: QueriedItem = {
  ...{ kind: "post", site: "reddit", place: "laundry", author: "suds", over18: false },
  ...{
    title: "Show HN: Tide pods",
    body: "They are for the cold wash. https://soap.example/tide-deals 100 of it",
  },
};
const offered = (
  item: Partial<QueriedItem> = {},
  other: Partial<Omit<typeof watch, "expression">> & { expression?: string } = {},
) => getExclusions({ ...post, ...item }, { ...watch, ...other }).map(({ leaf }) => printed(leaf));

describe("possible exclusions", () => {
  test("include significant words (phrases first), the author and the place", () => {
    expect(offered()).toEqual([
      ...['"show hn"', "show", '"tide pods"', "pods", '"cold wash"', "cold", "wash"],
      ...["author:suds", "in:laundry"],
    ]);
  });

  test("only include text that the watch searches", () => {
    expect(offered({}, { matchTitlesOnly: true })).not.toContain("cold");
    expect(offered({ kind: "comment" })).not.toContain("show");
    expect(offered({ author: null, place: "all", site: "hackernews" }).slice(-1)).toEqual([
      "site:hackernews",
    ]);
    expect(offered({}, { caseSensitive: true })).toContain('"Show HN"');
  });

  test.each([
    ["tide -pods", "pods"],
    ['"cold wash" OR tide', "cold"],
    ['tide OR "cold wash"', '"cold wash"'],
    ["tide -author:suds", "author:suds"],
    ["author:suds", "author:suds"],
  ])("leave out terms that %j already contains or would lose", (expression, leaf) => {
    expect(offered()).toContain(leaf);
    expect(offered({}, { expression })).not.toContain(leaf);
  });

  test("are limited for long texts", () => {
    const body = Array.from({ length: 20_000 }, (_, at) => `word${at}`).join(" ");
    expect(offered({ body }).length).toBeLessThan(310);
  });
});

const words = fc.constantFrom(
  "tide",
  "pods",
  "wash",
  "hiring",
  "show hn",
  "cheap crm",
  "(",
  '"',
  "-",
  "*",
  "c++",
  "東京",
);
test("an exclusion hides the item itself and doesn't affect other items", () => {
  const texts = fc.array(words, { maxLength: 8 }).map((all) => all.join(" "));
  fc.assert(
    fc.property(
      texts,
      texts,
      fc.constantFrom(null, "tide OR pods", "tide -jobs", "(a OR b) tide"),
      (title, body, expression) => {
        const item = { ...post, title, body };
        const looking = { ...watch, expression };
        for (const one of getExclusions(item, looking)) {
          const next = parseExpression(withExclusion(looking, one)!);
          expect(next.problems.filter(({ severity }) => severity === "error")).toEqual([]);
          expect(matchesExpression(one.leaf, item, filters)).toBe(true);
          expect(matchesExpression(next.expression!, item, filters)).toBe(false);
          const before = parseExpression(expression ?? "tide").expression!;
          const other = { ...post, title: body.slice(0, 9), body: title, author: "other", place: "x" };
          const isLeft =
            matchesExpression(before, other, filters) && !matchesExpression(one.leaf, other, filters);
          expect(matchesExpression(next.expression!, other, filters)).toBe(isLeft);
        }
      },
    ),
  );
});

describe("best exclusions", () => {
  const of = 40;
  type Row = readonly [kind: "words" | "author" | "place", hides: number, opened: number, text?: string];
  const best = (rows: readonly Row[], isOpened = false) =>
    bestExclusions(
      rows.map(([kind, hides, openedAmongHidden, text = "x"]) => {
        const counts = { hides, of, openedAmongHidden };
        if (kind !== "words") return { kind, leaf: { type: "field", field: "in", value: text }, ...counts };
        return { kind, leaf: { type: "text", field: null, term: { text, isPrefix: false } }, ...counts };
      }),
      isOpened,
    ).map(({ kind, hides }) => `${kind} ${hides}`);

  test.each([
    [
      "by the matches they hide, opened ones counting double",
      [
        ["words", 12, 0],
        ["author", 3, 1],
        ["place", 5, 0],
      ],
      ["words 12", "place 5", "author 3"],
    ],
    [
      "one of each kind before more words",
      [
        ["words", 12, 0],
        ["words", 11, 0],
        ["author", 1, 0],
        ["place", 2, 0],
      ],
      ["words 12", "place 2", "author 1"],
    ],
    [
      "more words if other kinds don't help",
      [
        ["words", 12, 0],
        ["words", 11, 0],
        ["place", 40, 0],
      ],
      ["words 12", "words 11"],
    ],
    [
      "none that hides opened matches",
      [
        ["words", 12, 5],
        ["author", 2, 2],
      ],
      [],
    ],
    [
      "no rare words, and no words in most matches",
      [
        ["words", 1, 0],
        ["words", 21, 0],
      ],
      [],
    ],
    [
      "none that hides all matches",
      [
        ["author", 40, 0],
        ["place", 40, 0],
      ],
      [],
    ],
    [
      "words instead of a phrase that hides no more",
      [
        ["words", 12, 0, "show hn"],
        ["words", 12, 0, "show"],
        ["words", 14, 0, "hn"],
      ],
      ["words 14", "words 12"],
    ],
  ] as const)("%s", (_, rows, expected) => {
    expect(best(rows)).toEqual(expected);
  });

  test("do not count the notification the user started from as opened", () => {
    expect(best([["author", 2, 1]])).toEqual([]);
    expect(best([["author", 2, 1]], true)).toEqual(["author 2"]);
  });
});
