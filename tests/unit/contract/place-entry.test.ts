import { expect, test } from "vitest";
import { addPlaces, completeName, parsePlaces, typedName } from "@/contract/place-entry";

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
])("%j names %j, the last being typed", (text, names, typed) => {
  expect(parsePlaces(text)).toEqual(names);
  expect(typedName(text)).toBe(typed);
});

test.each([
  ["jav", "javascript", "javascript"],
  ["", "all", "all"],
  ["webdev, jav", "javascript", "webdev, javascript"],
  ["webdev,jav", "javascript", "webdev, javascript"],
  ["webdev,", "javascript", "webdev, javascript"],
])("%j completed by %s is %j", (text, name, expected) => {
  expect(completeName(text, name)).toBe(expected);
});

test.each<[chosen: string[], added: string[], expected: string[]]>([
  [["all"], [], ["all"]],
  [["all"], ["webdev"], ["webdev"]],
  [["webdev"], ["all"], ["all"]],
  [["webdev"], ["node", "webdev"], ["webdev", "node"]],
  [["webdev"], ["WEBDEV"], ["webdev"]],
  [["all"], ["webdev", "ALL"], ["all"]],
  [[], ["webdev", "node"], ["webdev", "node"]],
])("%j with %j added is %j", (chosen, added, expected) => {
  expect(addPlaces(chosen, added)).toEqual(expected);
});
