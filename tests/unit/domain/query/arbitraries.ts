import fc from "../../../support/seeded";
import {
  getDepth,
  type Expression,
  expressionLimits,
  isLeaf,
  type ItemField,
  joined,
  type Leaf,
  negated,
  type Term,
} from "@/domain/query/expression";
import { fieldValue } from "@/domain/query/fields";
import type { Item } from "@/domain/reading/item";
import type { TermFilters } from "@/domain/query/queried-item";
import { foldKeyword } from "@/domain/matching/fold";
import { isBare } from "@/domain/query/tokens";
import { played } from "../matching/scenes";

export const filters: fc.Arbitrary<TermFilters> = fc.record({
  wholeWordOnly: fc.boolean(),
  caseSensitive: fc.boolean(),
  matchTitlesOnly: fc.constantFrom(false, false, false, true),
});

/** Random text, including characters and words that are special in expressions. */
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc
    .array(
      fc.constantFrom(...'"“”\\()（）-–*:/|, \n', "AND", "OR", "NOT", "NEAR/5", "title:", "in:", "a", "b"),
      {
        maxLength: 6,
      },
    )
    .map((chunks) => chunks.join("")),
  fc.constantFrom(
    "c++",
    ".net",
    "don't",
    "node.js",
    "https://example.com/a",
    "東京",
    "AND",
    "NEAR",
    "-",
    "/a/",
  ),
);

/** A phrase as parsed, or a prefix. */
const anyTerm: fc.Arbitrary<Term> = anyText
  .map((text) => text.trim())
  .filter((text) => foldKeyword(text) !== "")
  .chain((text) =>
    isBare(text, true) && [...foldKeyword(text)].length >= 3
      ? fc.record({ text: fc.constant(text), isPrefix: fc.boolean() })
      : fc.constant({ text, isPrefix: false }),
  );

const anyValue: fc.Arbitrary<Leaf> = fc
  .constantFrom<ItemField>("author", "in", "site", "flair", "type", "link", "is", "thread")
  .chain((field) => {
    const typed = {
      type: fc.constantFrom("post", "comment"),
      is: fc.constantFrom("nsfw", "bot"),
      link: fc.constantFrom(
        "example.com",
        "https://www.Example.com/A(b)/",
        "a.example.com:8080/x?y=1",
        "münchen.de",
      ),
      author: anyText,
      in: fc.oneof(anyText, fc.constantFrom("r/pics", "https://example.com/feed.xml")),
      site: anyText,
      flair: anyText,
      thread: fc.oneof(anyText, fc.constantFrom("t3_abc", "at://did:plc:a/app.bsky.feed.post/b")),
    }[field];
    return typed.map((text): Leaf => {
      const read = fieldValue(field, text);
      const value = "value" in read && foldKeyword(read.value) !== "" ? read.value : "x";
      return { type: "field", field, value };
    });
  });

function leavesOver(term: fc.Arbitrary<Term>, value: fc.Arbitrary<Leaf>): fc.Arbitrary<Leaf> {
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ type: fc.constant("text" as const), field: fc.constant(null), term }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant("text" as const),
        field: fc.constantFrom("title" as const, "body" as const),
        term,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant("near" as const),
        terms: fc.tuple(term, term),
        within: fc.integer({ min: 1, max: 20 }),
      }),
    },
    { weight: 3, arbitrary: value },
  );
}

function expressionsOver(leaf: fc.Arbitrary<Leaf>): fc.Arbitrary<Expression> {
  const { tree } = fc.letrec<{ tree: Expression }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      tie("tree").map(negated),
      fc
        .tuple(
          fc.constantFrom("and" as const, "or" as const),
          fc.array(tie("tree"), { minLength: 2, maxLength: 4 }),
        )
        .map(([type, parts]) => joined(type, parts)),
    ),
  }));
  return tree.filter(
    (one) => getLeaves(one).length <= expressionLimits.leaves && getDepth(one) <= expressionLimits.depth,
  );
}

export function getLeaves(expression: Expression): Leaf[] {
  if (expression.type === "not") return getLeaves(expression.part);
  return isLeaf(expression) ? [expression] : expression.parts.flatMap(getLeaves);
}

/** Any valid expression. */
export const anyExpression = expressionsOver(leavesOver(anyTerm, anyValue));

const values: Leaf[] = (
  [
    ["author", "Someone"],
    ["author", "nobody"],
    ["author", "did:plc:someone"],
    ["in", "PICS"],
    ["in", "news"],
    ["in", "hacker news"],
    ["site", "reddit"],
    ["site", "hackernews"],
    ["flair", "quest"],
    ["type", "post"],
    ["type", "comment"],
    ["link", "example.com/a"],
    ["link", "example.org"],
    ["is", "nsfw"],
    ["is", "bot"],
    ["thread", "t3_root"],
    ["thread", "T3_root"],
  ] as const
).map(([field, value]) => ({ type: "field", field, value }));

const links = [
  "https://example.com/a",
  "see https://www.example.com/A/b?x=1.",
  "[b](http://sub.example.com/ab)",
  "",
  "",
];

/** Typical places and properties of the items of each site. */
const getSites: Partial<Item>[] = [
  { site: "reddit", place: "Pics", placeLabel: "r/Pics" },
  { site: "hackernews", place: "all", placeLabel: "Hacker News", link: "https://example.com/a?x=1" },
  { site: "lobsters", place: "all", placeLabel: "Lobsters", link: "https://sub.example.org/" },
  { site: "bluesky", place: "all", placeLabel: "Bluesky", isUntitled: true, author: "did:plc:someone" },
  { site: "discourse", place: "forum.example.com", placeLabel: "News", author: null },
  { site: "feeds", place: "https://example.com/feed.xml", placeLabel: "PICS", kind: "post" },
];

/** An item, and expressions with words that mostly occur in it. */
export const oftenRequested: fc.Arbitrary<{
  item: Item;
  requested: { expression: Expression; filters: TermFilters }[];
}> = fc
  .tuple(
    played,
    fc.record({
      flair: fc.constantFrom(undefined, "Question", "help"),
      over18: fc.boolean(),
      isBot: fc.constantFrom(undefined, false, true),
      root: fc.constantFrom(undefined, "t3_root", "t3_other"),
    }),
    fc.option(fc.constantFrom(...getSites), { nil: {} }),
  )
  .chain(([{ rules, item }, rest, site]) => {
    const texts = rules.map(({ keyword }) => keyword.trim()).filter((text) => foldKeyword(text) !== "");
    const term = fc.record({ text: fc.constantFrom(...texts, "unseen", "of"), isPrefix: fc.boolean() });
    const expression = expressionsOver(leavesOver(term, fc.constantFrom(...values)));
    return fc.record({
      requested: fc.array(fc.record({ expression, filters }), { minLength: 1, maxLength: 4 }),
      item: fc.constantFrom(...links).map((link) => ({
        ...{ ...item, placeLabel: `r/${item.place}` },
        ...rest,
        ...site,
        body: `${item.body} ${link}`,
      })),
    });
  });

/** An item and one expression. */
export const requested = oftenRequested.map(({ item, requested }) => ({ item, ...requested[0]! }));
