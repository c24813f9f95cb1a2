import fc from "../../support/seeded";
import type { Item } from "@/domain/item";
import type { MatchRule } from "@/domain/matching/rule";
import { makeItem, makeRule } from "./cases";

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
  places: fc.constantFrom(
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
      isUntitled: fc.constantFrom(undefined, undefined, true as const),
      place: fc.constantFrom("pics", "Pics", "news", "__proto__"),
      createdAt: fc
        .constantFrom("2026-11-21T11:59:59.999Z", "2026-11-21T12:00:00Z")
        .map((time) => new Date(time)),
    }),
  }),
);
/** An item, and rules of which some fit it and some nearly do. */
export const played = scene.map(({ title, parts, picks, item }): { rules: MatchRule[]; item: Item } => ({
  rules: picks.map((pick, index) => {
    const text = (pick.own ?? parts.slice(pick.from, pick.from + pick.length)).join("");
    const cased = { same: text, upper: text.toUpperCase(), lower: text.toLowerCase() }[pick.case];
    return makeRule(cased, { watchId: `${index}`, ...pick.rest });
  }),
  item: makeItem({ ...item, title, body: parts.join("") }),
}));
