import { expect, test } from "vitest";
import { popularPlaces } from "@/contract/popular-places";
import { isPlaceName } from "@/domain/reading/reddit-names";
import { suggestPlaces } from "@/contract/suggestions";

test("there are 44 valid, distinct popular names, starting with the four in the specification", () => {
  expect(popularPlaces.slice(0, 4)).toEqual(["all", "programming", "webdev", "javascript"]);
  expect(popularPlaces).toHaveLength(44);
  expect(popularPlaces.filter((name) => !isPlaceName(name))).toEqual([]);
  expect(new Set(popularPlaces.map((name) => name.toLowerCase())).size).toBe(44);
});

const found = ["freelanceWriters", "Freebies", "freelance", "FREELANCE", "FreeCAD", "FREE"];

test.each<[name: string, typed: string, found: readonly string[], expected: readonly string[]]>([
  ["nothing typed: the first 10 popular ones", "", [], popularPlaces.slice(0, 10)],
  ["nothing typed: ignores earlier results", "", found, popularPlaces.slice(0, 10)],
  ["the typed value comes first", "java", [], ["java", "javascript"]],
  ["doesn't repeat a complete popular name", "javascript", [], ["javascript"]],
  ["in any case", "JavaScript", [], ["javascript"]],
  ["anywhere in the name", "script", [], ["script", "javascript"]],
  ["popular ones before found ones", "freel", found, ["freel", "freelance", "freelanceWriters"]],
  [
    "doesn't repeat a complete found name",
    "free",
    found,
    ["freelance", "freelanceWriters", "Freebies", "FreeCAD", "FREE"],
  ],
  ["ignores found names that don't contain it", "zig", ["ziglang", "rust"], ["zig", "ziglang"]],
  ["no match: only the typed value", "qqqq", [], ["qqqq"]],
  ["a malformed value is offered as typed", "a b", [], ["a b"]],
])("%s", (_name, typed, names, expected) => {
  expect(suggestPlaces(typed, names)).toEqual(expected);
});

test("returns up to 8 suggestions including the typed name", () => {
  const many = suggestPlaces("e");
  expect(many).toHaveLength(8);
  expect(many[0]).toBe("e");
});
