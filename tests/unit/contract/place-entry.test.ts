import { expect, test } from "vitest";
import {
  addPlaces,
  completeName,
  isAddress,
  parsePlaces,
  typedName,
  typedPlace,
} from "@/contract/place-entry";

test.each<[text: string, names: string[], typed: string]>([
  ["", [], ""],
  [" , ,", [], ""],
  ["webdev", ["webdev"], "webdev"],
  ["webdev, javascript", ["webdev", "javascript"], "javascript"],
  [" webdev ,, r/Java , ", ["webdev", "Java"], ""],
  ["/r/webdev,R/node,r/ all", ["webdev", "node", "all"], "all"],
  ["webdev,WebDev, node", ["webdev", "node"], "node"],
  ["webdev;node", ["webdev;node"], "webdev;node"],
  ["r/", [], ""],
])("parses %j as %j and finds the name being typed", (text, names, typed) => {
  expect(parsePlaces(text)).toEqual(names);
  expect(typedName(text)).toBe(typed);
});

test.each([
  ["jav", "javascript", "javascript"],
  ["", "all", "all"],
  ["webdev, jav", "javascript", "webdev, javascript"],
  ["webdev,jav", "javascript", "webdev, javascript"],
  ["webdev,", "javascript", "webdev, javascript"],
])("completes %j with %s to %j", (text, name, expected) => {
  expect(completeName(text, name)).toBe(expected);
});

test.each<[chosen: string[], added: string[], expected: string[]]>([
  [["all"], [], ["all"]],
  [["all"], ["webdev"], ["webdev"]],
  [["webdev"], ["all"], ["all"]],
  [["webdev"], ["node", "webdev"], ["webdev", "node"]],
  [["webdev"], ["WEBDEV"], ["webdev"]],
  [["all"], ["webdev", "ALL"], ["ALL"]],
  [[], ["webdev", "node"], ["webdev", "node"]],
])("with %j selected, adding %j results in %j", (chosen, added, expected) => {
  const on = (names: string[]) => names.map((name) => ({ site: "reddit", name }));
  const elsewhere = { site: "elsewhere", name: "all" };
  expect(addPlaces(on(chosen), on(added))).toEqual(on(expected));
  // Places on other sites are unchanged.
  expect(addPlaces([elsewhere, ...on(chosen)], on(added))).toEqual([elsewhere, ...on(expected)]);
});

test("treats names without a site as subreddits, and 'all' in any case as every subreddit", () => {
  expect(typedPlace("WebDev")).toEqual({ site: "reddit", name: "WebDev", label: "r/WebDev" });
  expect(typedPlace("ALL")).toEqual({ site: "reddit", name: "all", label: "r/all" });
});

test.each([
  ["https://news.ycombinator.com", true],
  ["news.ycombinator.com/item?id=1", true],
  ["HTTP://Reddit.com/r/webdev", true],
  ["web.dev", true],
  ["http://localhost:3000/", true],
  ["webdev", false],
  ["r/webdev", false],
  ["#bookkeeping@social.example", true],
  ["!smallbiz@lemmy.example", true],
  ["Stack Overflow [next.js]", true],
  ["o/ledger-sync", true],
  ["a/b/c", false],
  ["a..b", false],
  ["webdev;node", false],
  ["", false],
])("recognizes a URL or a name on another site in %j: %s", (typed, expected) => {
  expect(isAddress(typed)).toBe(expected);
});
