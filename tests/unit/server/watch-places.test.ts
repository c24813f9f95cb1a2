import { expect, test } from "vitest";
import type { SiteFacts } from "@/domain/reading/site";
import { placesOfDraft, placesOfPatch } from "@/server/watches/watch-places";
import { getSite } from "@/sites/registry";

const reddit: SiteFacts = getSite("reddit");
/** A site with two places, distinct from the one in the wire fields. */
const toy: SiteFacts = {
  ...reddit,
  id: "toy",
  title: "Toy",
  isPlaceName: (name) => ["all", "attic", "cellar"].includes(name.toLowerCase()),
  strippedName: (typed) => typed.trim(),
  getLabel: (place) => `Toy ${place}`,
};
const known = { reddit, toy };
const both = { on: [reddit, toy], known };
const alone = { on: [reddit], known };
const without = { on: [toy], known };

test.each<[string, typeof both, string[]]>([
  ["all of Reddit", both, ["reddit:all"]],
  ["without Reddit, all of every enabled site", without, ["toy:all"]],
])("defaults without any places: %s", (_name, sites, expected) => {
  expect(placesOfDraft({}, sites)).toEqual(expected);
});

test("requires a place if 'all' is not available on any site", () => {
  const none = { on: [{ ...toy, hasAll: false }], known };
  expect(() => placesOfDraft({}, none)).toThrow("Choose at least one place");
});

test("groups places by site without duplicates, and 'all' replaces names of the same site only", () => {
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
  ["an unknown site", { site: "elsewhere", name: "all" }, 'Unknown site "elsewhere"'],
  ["a property of every object", { site: "constructor", name: "all" }, 'Unknown site "constructor"'],
  ["an invalid place of the site", { site: "toy", name: "roof" }, '"roof" isn\'t a Toy place'],
  ["a subreddit's bad name", { site: "reddit", name: "ab" }, "r/ab - Invalid subreddit"],
])("rejects %s with a message", (_name, place, text) => {
  expect(() => placesOfDraft({ places: [place] }, both)).toThrow(
    expect.objectContaining({
      code: "VALIDATION_ERROR",
      message: text,
      details: { errors: { places: [text] } },
    }),
  );
});

test("rejects places of a disabled site, but keeps those a watch already has", () => {
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

test("subreddits replace only Reddit places and can be empty if others remain", () => {
  const before = ["reddit:webdev", "toy:attic"];
  expect(placesOfPatch({}, before, both)).toBeUndefined();
  expect(placesOfPatch({ subreddits: ["node"] }, before, both)).toEqual(["reddit:node", "toy:attic"]);
  expect(placesOfPatch({ subreddits: [] }, before, both)).toEqual(["toy:attic"]);
  expect(() => placesOfPatch({ subreddits: [] }, ["reddit:webdev"], both)).toThrow(
    "subreddits must be at least 1 items",
  );
  expect(placesOfPatch({ places: [{ site: "toy", name: "all" }] }, before, both)).toEqual(["toy:all"]);
});

test("allows up to fifty places in total", () => {
  const subreddits = Array.from({ length: 50 }, (_, n) => `name${n}`);
  expect(placesOfPatch({ subreddits }, ["reddit:webdev"], both)).toHaveLength(50);
  expect(() => placesOfPatch({ subreddits }, ["toy:attic"], both)).toThrow(
    "A watch can have up to 50 places",
  );
});
