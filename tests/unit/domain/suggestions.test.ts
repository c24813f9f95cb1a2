import { expect, test } from "vitest";
import { popularSubreddits } from "@/domain/popular-subreddits";
import { isSubredditName } from "@/domain/subreddit-name";
import { suggestSubreddits } from "@/domain/suggestions";

test("about 44 popular names, well formed, each once, led by the four of the specification", () => {
  expect(popularSubreddits.slice(0, 4)).toEqual(["all", "programming", "webdev", "javascript"]);
  expect(popularSubreddits).toHaveLength(44);
  expect(popularSubreddits.filter((name) => !isSubredditName(name))).toEqual([]);
  expect(new Set(popularSubreddits.map((name) => name.toLowerCase())).size).toBe(44);
});

const found = ["freelanceWriters", "Freebies", "freelance", "FREELANCE", "FreeCAD", "FREE"];

test.each<[name: string, typed: string, found: readonly string[], expected: readonly string[]]>([
  ["nothing typed: the first 10 popular ones", "", [], popularSubreddits.slice(0, 10)],
  ["nothing typed: what was found before plays no part", "", found, popularSubreddits.slice(0, 10)],
  ["the typed value comes first", "java", [], ["java", "javascript"]],
  ["a popular name typed out is not repeated", "javascript", [], ["javascript"]],
  ["in any case", "JavaScript", [], ["javascript"]],
  ["anywhere in the name", "script", [], ["script", "javascript"]],
  ["popular ones before found ones", "freel", found, ["freel", "freelance", "freelanceWriters"]],
  [
    "a found name typed out is not repeated",
    "free",
    found,
    ["freelance", "freelanceWriters", "Freebies", "FreeCAD", "FREE"],
  ],
  ["found ones that don't contain it are left out", "zig", ["ziglang", "rust"], ["zig", "ziglang"]],
  ["nothing fits: the typed value alone", "qqqq", [], ["qqqq"]],
  ["a malformed value is offered as typed", "a b", [], ["a b"]],
])("%s", (_name, typed, names, expected) => {
  expect(suggestSubreddits(typed, names)).toEqual(expected);
});

test("8 at most, the typed value among them", () => {
  const many = suggestSubreddits("e");
  expect(many).toHaveLength(8);
  expect(many[0]).toBe("e");
});
