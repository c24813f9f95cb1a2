import { expect, test } from "vitest";
import type { SiteFacts } from "@/domain/site";
import { placesOfDraft, placesOfPatch } from "@/server/watches/watch-places";
import { siteOf } from "@/sites/registry";

const reddit: SiteFacts = siteOf("reddit");
/** A site of two rooms, to be told from the one whose names the wire has. */
const toy: SiteFacts = {
  ...reddit,
  id: "toy",
  title: "Toy",
  isPlaceName: (name) => ["all", "attic", "cellar"].includes(name.toLowerCase()),
  strippedName: (typed) => typed.trim(),
  labelOf: (place) => `Toy ${place}`,
};
const known = { reddit, toy };
const both = { on: [reddit, toy], known };
const alone = { on: [reddit], known };
const without = { on: [toy], known };

test.each<[string, typeof both, string[]]>([
  ["all of Reddit", both, ["reddit:all"]],
  ["without Reddit all of every site that is on", without, ["toy:all"]],
])("where nothing is named: %s", (_name, sites, expected) => {
  expect(placesOfDraft({}, sites)).toEqual(expected);
});

test("where no site has an 'all' one has to be named", () => {
  const none = { on: [{ ...toy, hasAll: false }], known };
  expect(() => placesOfDraft({}, none)).toThrow("Choose at least one place");
});

test("the places of a site stand together, each once, 'all' before names of its own site alone", () => {
  const places = [
    { site: "toy", name: " Attic " },
    { site: "reddit", name: "r/Freelance" },
    { site: "toy", name: "attic" },
    { site: "reddit", name: "freelance" },
    { site: "toy", name: "cellar" },
  ];
  expect(placesOfDraft({ places }, both)).toEqual(["reddit:Freelance", "toy:Attic", "toy:cellar"]);
  expect(placesOfDraft({ places: [...places, { site: "toy", name: "ALL" }] }, both)).toEqual([
    "reddit:Freelance",
    "toy:all",
  ]);
});

test.each<[string, { site: string; name: string }, string]>([
  ["a site that nobody knows", { site: "elsewhere", name: "all" }, 'Unknown site "elsewhere"'],
  ["a name of every object", { site: "constructor", name: "all" }, 'Unknown site "constructor"'],
  ["no place of the site", { site: "toy", name: "roof" }, '"roof" isn\'t a Toy place'],
  ["a subreddit's bad name", { site: "reddit", name: "ab" }, "r/ab - Invalid subreddit"],
])("%s is refused and says so", (_name, place, text) => {
  expect(() => placesOfDraft({ places: [place] }, both)).toThrow(
    expect.objectContaining({
      code: "VALIDATION_ERROR",
      message: text,
      details: { errors: { places: [text] } },
    }),
  );
});

test("a site that is off can't be chosen; what a watch named there before stays until it is changed", () => {
  const attic = { site: "toy", name: "attic" };
  const text = "Toy isn't enabled on this server. Choose another place.";
  expect(() => placesOfDraft({ places: [attic] }, alone)).toThrow(text);
  expect(() => placesOfDraft({ subreddits: ["webdev"] }, without)).toThrow(
    "Reddit isn't enabled on this server. Choose another place.",
  );
  const before = ["reddit:webdev", "toy:attic"];
  const webdev = { site: "reddit", name: "node" };
  expect(placesOfPatch({ places: [webdev, attic] }, before, alone)).toEqual(["reddit:node", "toy:attic"]);
  expect(() => placesOfPatch({ places: [{ site: "toy", name: "cellar" }] }, before, alone)).toThrow(text);
});

test("subreddits take the place of Reddit's alone, and may be none where others remain", () => {
  const before = ["reddit:webdev", "toy:attic"];
  expect(placesOfPatch({}, before, both)).toBeUndefined();
  expect(placesOfPatch({ subreddits: ["node"] }, before, both)).toEqual(["reddit:node", "toy:attic"]);
  expect(placesOfPatch({ subreddits: [] }, before, both)).toEqual(["toy:attic"]);
  expect(() => placesOfPatch({ subreddits: [] }, ["reddit:webdev"], both)).toThrow(
    "subreddits must be at least 1 items",
  );
  expect(placesOfPatch({ places: [{ site: "toy", name: "all" }] }, before, both)).toEqual(["toy:all"]);
});

test("fifty places in all", () => {
  const subreddits = Array.from({ length: 50 }, (_, n) => `name${n}`);
  expect(placesOfPatch({ subreddits }, ["reddit:webdev"], both)).toHaveLength(50);
  expect(() => placesOfPatch({ subreddits }, ["toy:attic"], both)).toThrow(
    "A watch can have up to 50 places",
  );
});
