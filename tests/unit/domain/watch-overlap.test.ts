import { expect, test } from "vitest";
import { partedPlace } from "@/domain/place";
import { coveredPlaces, isSameWatch, type Watched } from "@/domain/watch-overlap";

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
  ["the keyword written otherwise", {}, { ...all, keyword: " T\u00CDDEWATER" }, []],
  ["in another case", {}, { ...all, keyword: "TideWater" }, both],
  ["'all' covers every name", {}, all, both],
  ["'all' in any case", {}, { places: ["All"] }, both],
  ["names in any case, as they are written here", { places: ["Freelance"] }, {}, ["Freelance"]],
  ["some of the names", {}, { places: ["WebDev", "react"] }, ["webdev"]],
  ["none of the names", {}, { places: ["react"] }, []],
  ["a name covers no 'all'", all, {}, []],
  ["'all' covers 'all'", all, all, ["all"]],
  ["all of one site covers nothing of another", { places: ["other:webdev"] }, all, []],
  [
    "each site by its own",
    { places: ["rust", "other:all"] },
    { places: ["all", "other:all"] },
    ["rust", "other:all"],
  ],
  ["a name of another site", { places: ["webdev"] }, { places: ["other:webdev"] }, []],
  ["the other for whole words alone", {}, { ...all, wholeWordOnly: true }, []],
  ["both for whole words", { wholeWordOnly: true }, { ...all, wholeWordOnly: true }, both],
  ["this one alone for whole words", { wholeWordOnly: true }, all, both],
  ["the other without comments", {}, { ...all, includeComments: false }, []],
  ["both without comments", { includeComments: false }, { ...all, includeComments: false }, both],
  ["the other without posts", {}, { ...all, includePosts: false }, []],
  ["the other for titles alone", {}, { ...all, ...titles }, []],
  [
    "both for titles alone, which leaves comments out anyway",
    titles,
    { ...all, ...titles, includeComments: false },
    both,
  ],
  ["the other with case", {}, { ...all, caseSensitive: true }, []],
  ["both with case", { caseSensitive: true }, { ...all, caseSensitive: true }, both],
  [
    "both with case, each another",
    { caseSensitive: true },
    { ...all, caseSensitive: true, keyword: "Tidewater" },
    [],
  ],
  ["the same expression", { expression: "a -b" }, { ...all, expression: "a -b", keyword: "x" }, both],
  ["another expression", { expression: "a -b" }, { ...all, expression: "a" }, []],
  ["an expression here alone", { expression: "a -b" }, all, []],
  ["an expression there alone", {}, { ...all, expression: "a -b" }, []],
  [
    "expressions of whole words here",
    { expression: "a", wholeWordOnly: true },
    { ...all, expression: "a" },
    [],
  ],
  [
    "expressions of fewer kinds here",
    { expression: "a", includePosts: false },
    { ...all, expression: "a" },
    both,
  ],
  ["this one alone with case", { caseSensitive: true }, { ...all, keyword: "TIDEWATER" }, both],
])("%s", (_name, mine, other, covered) => {
  expect(coveredPlaces(watch(mine), watch(other))).toEqual(getPlaces(covered));
});

test.each<[name: string, change: Change, isSame: boolean]>([
  ["the order and case of names", { places: ["WebDev", "freelance"], keyword: "Tidewater" }, true],
  ["a name more", { places: ["webdev", "freelance", "react"] }, false],
  ["a name less", { places: ["webdev"] }, false],
  ["a filter", { wholeWordOnly: true }, false],
  ["an expression", { expression: "tidewater -jobs" }, false],
])("compares watches: %s", (_name, change, isSame) => {
  expect(isSameWatch(watch(), watch(change))).toBe(isSame);
  expect(isSameWatch(watch(change), watch())).toBe(isSame);
});
