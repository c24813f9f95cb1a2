import fc from "../../../support/seeded";
import { describe, expect, it } from "vitest";
import { uniqueNames } from "@/domain/reading/place";
import { isPlaceName, strippedName } from "@/domain/reading/reddit-names";

describe("strippedName", () => {
  it.each([
    ["plain", "webdev", "webdev"],
    ["r/", "r/webdev", "webdev"],
    ["/r/", "/r/webdev", "webdev"],
    ["capital R", "/R/WebDev", "WebDev"],
    ["space around and after the prefix", "  r/ webdev ", "webdev"],
    ["one prefix only", "r/r/webdev", "r/webdev"],
    ["a name that starts with r", "rust", "rust"],
    ["a user is not a subreddit", "u/webdev", "u/webdev"],
    ["nothing", "  ", ""],
  ])("%s", (_name, typed, expected) => {
    expect(strippedName(typed)).toBe(expected);
  });
});

describe("isPlaceName", () => {
  it.each([
    ["all", true],
    ["ALL", true],
    ["abc", true],
    ["_abc", true],
    ["u_somebody", true],
    ["a23456789012345678901", true],
    ["a234567890123456789012", false],
    ["ab", false],
    ["de", false],
    ["", false],
    ["web-dev", false],
    ["web dev", false],
    ["a+b", false],
    ["reddit.com", false],
    ["t:1337", false],
    ["müller", false],
    ["abc\n", false],
    ["popular", false],
    ["Popular", false],
    ["friends", false],
    ["mod", false],
    ["random", false],
    ["randnsfw", false],
    ["dashboard", false],
    ["constructor", true],
  ])("isPlaceName of %j is %s", (name, expected) => {
    expect(isPlaceName(name)).toBe(expected);
  });
});

describe("uniqueNames", () => {
  it.each([
    ["keeps order", ["b", "a"], ["b", "a"]],
    ["keeps the first spelling", ["WebDev", "webdev", "rust", "WEBDEV"], ["WebDev", "rust"]],
    ["returns only 'all' if it is one of the names", ["rust", "all"], ["all"]],
    ["also 'All', in our spelling", ["All"], ["all"]],
    ["names of object members are names", ["constructor", "toString"], ["constructor", "toString"]],
    ["nothing", [], []],
  ])("%s", (_name, names, expected) => {
    expect(uniqueNames(names)).toEqual(expected);
  });

  it("is idempotent and keeps every name", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[A-Za-z]{3,4}$/)), (names) => {
        const once = uniqueNames(names);
        expect(uniqueNames(once)).toEqual(once);
        const retained = new Set(once.map((name) => name.toLowerCase()));
        expect(retained.has("all") || names.every((name) => retained.has(name.toLowerCase()))).toBe(true);
      }),
    );
  });
});
