import { expect, test } from "vitest";
import { partedPlace } from "@/domain/reading/place";
import { coveredPlaces, isSameWatch, type Watched } from "@/features/watches/watch-overlap";

type Change = Partial<{ keyword: string; expression: string; places: string[] } & Watched["filters"]>;

/** Reddit place names, or "<site>:<name>". */
const getPlaces = (names: readonly string[]) =>
  names.map((name) => (name.includes(":") ? partedPlace(name) : { site: "reddit", name }));

function watch({
  keyword = "tidewater",
  expression,
  places = ["freelance", "webdev"],
  ...filters
}: Change = {}): Watched {
  const usual = { includePosts: true, includeComments: true, matchTitlesOnly: false };
  return {
    keyword,
    expression,
    places: getPlaces(places),
    filters: { ...usual, caseSensitive: false, wholeWordOnly: false, ...filters },
  };
}

const all = { places: ["all"] };
const titles = { matchTitlesOnly: true };
const both = ["freelance", "webdev"];

test.each<[name: string, mine: Change, other: Change, covered: string[]]>([
  ["another keyword", {}, { ...all, keyword: "tide" }, []],
  ["the keyword in another spelling", {}, { ...all, keyword: " T\u00CDDEWATER" }, []],
  ["in another case", {}, { ...all, keyword: "TideWater" }, both],
  ["'all' covers every name", {}, all, both],
  ["'all' in any case", {}, { places: ["All"] }, both],
  ["names in any case, returned as written in the first watch", { places: ["Freelance"] }, {}, ["Freelance"]],
  ["some names", {}, { places: ["WebDev", "react"] }, ["webdev"]],
  ["no names", {}, { places: ["react"] }, []],
  ["a name doesn't cover 'all'", all, {}, []],
  ["'all' covers 'all'", all, all, ["all"]],
  ["'all' of one site doesn't cover another site", { places: ["other:webdev"] }, all, []],
  [
    "each site by itself",
    { places: ["rust", "other:all"] },
    { places: ["all", "other:all"] },
    ["rust", "other:all"],
  ],
  ["a name of another site", { places: ["webdev"] }, { places: ["other:webdev"] }, []],
  ["only the other for whole words", {}, { ...all, wholeWordOnly: true }, []],
  ["both for whole words", { wholeWordOnly: true }, { ...all, wholeWordOnly: true }, both],
  ["only this one for whole words", { wholeWordOnly: true }, all, both],
  ["only the other without comments", {}, { ...all, includeComments: false }, []],
  ["both without comments", { includeComments: false }, { ...all, includeComments: false }, both],
  ["only the other without posts", {}, { ...all, includePosts: false }, []],
  ["only the other for titles", {}, { ...all, ...titles }, []],
  [
    "both only for titles, which excludes comments anyway",
    titles,
    { ...all, ...titles, includeComments: false },
    both,
  ],
  ["only the other case-sensitive", {}, { ...all, caseSensitive: true }, []],
  ["both case-sensitive", { caseSensitive: true }, { ...all, caseSensitive: true }, both],
  [
    "both case-sensitive, with different case",
    { caseSensitive: true },
    { ...all, caseSensitive: true, keyword: "Tidewater" },
    [],
  ],
  ["the same expression", { expression: "a -b" }, { ...all, expression: "a -b", keyword: "x" }, both],
  ["another expression", { expression: "a -b" }, { ...all, expression: "a" }, []],
  ["only this one with an expression", { expression: "a -b" }, all, []],
  ["only the other with an expression", {}, { ...all, expression: "a -b" }, []],
  [
    "the same expression, only this one for whole words",
    { expression: "a", wholeWordOnly: true },
    { ...all, expression: "a" },
    [],
  ],
  [
    "the same expression, this one without posts",
    { expression: "a", includePosts: false },
    { ...all, expression: "a" },
    both,
  ],
  ["only this one case-sensitive", { caseSensitive: true }, { ...all, keyword: "TIDEWATER" }, both],
])("%s", (_name, mine, other, covered) => {
  expect(coveredPlaces(watch(mine), watch(other))).toEqual(getPlaces(covered));
});

test.each<[name: string, change: Change, isSame: boolean]>([
  ["the order and case of names", { places: ["WebDev", "freelance"], keyword: "Tidewater" }, true],
  ["one more name", { places: ["webdev", "freelance", "react"] }, false],
  ["one name fewer", { places: ["webdev"] }, false],
  ["a filter", { wholeWordOnly: true }, false],
  ["an expression", { expression: "tidewater -jobs" }, false],
])("compares watches: %s", (_name, change, isSame) => {
  expect(isSameWatch(watch(), watch(change))).toBe(isSame);
  expect(isSameWatch(watch(change), watch())).toBe(isSame);
});
