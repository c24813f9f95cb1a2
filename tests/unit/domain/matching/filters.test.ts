import { describe, expect, test } from "vitest";
import { Matcher } from "@/domain/matching/matcher";
import { makeItem, makeRule, runCases, whole } from "./cases";

const post = { kind: "post" as const };
const untitled = { ...post, isUntitled: true as const };

describe("fields", () => {
  runCases([
    ["a post's title", "tide", {}, { ...post, title: "Tide" }, true],
    ["a post's body", "tide", {}, { ...post, body: "Tide" }, true],
    ["a comment's body", "tide", {}, { body: "Tide" }, true],
    ["a comment's title, which is its post's", "tide", {}, { title: "Tide" }, false],
    ["not across title and body", "low tide", {}, { ...post, title: "low", body: "tide" }, false],
    ["not across them without a space", "lowtide", {}, { ...post, title: "low", body: "tide" }, false],
    ["the end of a title is a boundary", "low", whole, { ...post, title: "low", body: "er" }, true],
    ["titles only: the title", "tide", { matchTitlesOnly: true }, { ...post, title: "Tide" }, true],
    ["titles only: not the body", "tide", { matchTitlesOnly: true }, { ...post, body: "Tide" }, false],
    ["titles only: no comments", "tide", { matchTitlesOnly: true }, { title: "Tide", body: "Tide" }, false],
    [
      "titles only: whole words",
      "tide",
      { matchTitlesOnly: true, ...whole },
      { ...post, title: "tides", body: "tide" },
      false,
    ],
    ["the title of an untitled item", "tide", {}, { ...untitled, title: "Tide" }, false],
    ["the text of an untitled item", "tide", {}, { ...untitled, body: "Tide" }, true],
    [
      "titles only: an untitled item",
      "tide",
      { matchTitlesOnly: true },
      { ...untitled, title: "Tide", body: "Tide" },
      false,
    ],
    ["no posts", "tide", { includePosts: false }, { ...post, title: "Tide", body: "Tide" }, false],
    ["no posts, but comments", "tide", { includePosts: false }, "Tide", true],
    ["no comments", "tide", { includeComments: false }, { body: "Tide" }, false],
    ["no comments, but posts", "tide", { includeComments: false }, { ...post, body: "Tide" }, true],
    ["neither", "tide", { includePosts: false, includeComments: false }, { body: "Tide" }, false],
    [
      "titles only and no posts",
      "tide",
      { matchTitlesOnly: true, includePosts: false },
      { ...post, title: "tide" },
      false,
    ],
  ]);
});

describe("places", () => {
  runCases([
    ["the named place", "tide", { places: ["pics"] }, { place: "Pics", body: "tide" }, true],
    ["in any case", "tide", { places: ["PICS"] }, { place: "pics", body: "tide" }, true],
    ["one of several", "tide", { places: ["aww", "pics", "news"] }, { place: "pics", body: "tide" }, true],
    ["not another", "tide", { places: ["aww"] }, { place: "pics", body: "tide" }, false],
    ["not a longer name", "tide", { places: ["pic"] }, { place: "pics", body: "tide" }, false],
    ["all", "tide", { places: ["all"] }, { place: "anything", body: "tide" }, true],
    ["'all' among others", "tide", { places: ["aww", "All"] }, { place: "pics", body: "tide" }, true],
    ["none", "tide", { places: [] }, { place: "pics", body: "tide" }, false],
    [
      "a name equal to a property",
      "tide",
      { places: ["constructor"] },
      { place: "Constructor", body: "tide" },
      true,
    ],
    [
      "an item in a place named like a property",
      "tide",
      { places: ["aww"] },
      { place: "__proto__", body: "tide" },
      false,
    ],
  ]);
});

const at = (time: string): Date => new Date(`2026-11-21T${time}Z`);

describe("time, in whole seconds", () => {
  runCases([
    [
      "created later",
      "tide",
      { activeSince: at("10:00:00") },
      { body: "tide", createdAt: at("10:00:01") },
      true,
    ],
    [
      "created in the same second",
      "tide",
      { activeSince: at("10:00:00.900") },
      { body: "tide", createdAt: at("10:00:00") },
      true,
    ],
    [
      "created a second before",
      "tide",
      { activeSince: at("10:00:01") },
      { body: "tide", createdAt: at("10:00:00.999") },
      false,
    ],
  ]);
});

describe("watches", () => {
  const names = (matcher: Matcher, body: string): string[] =>
    matcher
      .match(makeItem(body))
      .map((rule) => rule.watchId)
      .sort();

  test("returns every matching watch once", () => {
    const matcher = new Matcher([
      makeRule("tide", { watchId: "a", places: ["pics", "Pics", "PICS"] }),
      makeRule("TIDE", { watchId: "b", places: ["all", "pics"] }),
      makeRule("tides", { watchId: "c", places: ["news"] }),
      makeRule("ide", { watchId: "d" }),
      makeRule("Tide", { watchId: "e", caseSensitive: true }),
    ]);
    expect(names(matcher, "tide tide tides")).toEqual(["a", "b", "d"]);
    expect(names(matcher, "Tide")).toEqual(["a", "b", "d", "e"]);
    expect(matcher.size).toBe(5);
  });

  test("keeps no state between items", () => {
    const matcher = new Matcher([
      makeRule("tide", { watchId: "a" }),
      makeRule("ebb", { watchId: "b", ...whole }),
    ]);
    expect(names(matcher, "tide and ebb")).toEqual(["a", "b"]);
    expect(names(matcher, "nothing")).toEqual([]);
    expect(names(matcher, "ebb")).toEqual(["b"]);
  });

  test("uses the last of two rules for a watch", () => {
    const matcher = new Matcher([makeRule("tide"), makeRule("ebb")]);
    expect(matcher.size).toBe(1);
    expect(names(matcher, "tide")).toEqual([]);
    expect(names(matcher, "ebb")).toEqual(["watch"]);
  });

  test("finds all nested keywords in one item", () => {
    const rules = Array.from({ length: 1000 }, (_, i) =>
      makeRule("a".repeat(i + 1), { watchId: `${i + 1}` }),
    );
    expect(new Matcher(rules).match(makeItem("a".repeat(40_000))).length).toBe(1000);
    expect(new Matcher(rules).match(makeItem("a".repeat(321))).length).toBe(321);
    const wholeWords = new Matcher(rules.map((rule) => ({ ...rule, wholeWordOnly: true })));
    expect(names(wholeWords, `${"a".repeat(7)} ${"a".repeat(999)}`)).toEqual(["7", "999"]);
  });

  test("matches nothing without rules", () => {
    expect(new Matcher([]).match(makeItem("tide"))).toEqual([]);
  });
});
