import { expect, test } from "vitest";
import { getFilters, unfiltered } from "@/features/notifications/filters";
import { getAddress, getView } from "@/features/notifications/view";

const names: Record<string, string> = { one: "First Site", two: "Second Site" };
const at = (query: string) => getView(new URLSearchParams(query), true);
const filters = (query: string) =>
  getFilters(at(query), (id) => names[id] ?? id).map(({ text, site, without }) => [
    text,
    site,
    getAddress({ ...at(query), ...without(at(query)) }).slice("/notifications".length),
  ]);

test.each([
  ["", []],
  ["q=late", []],
  ["status=read&page=3&keyword=tide", [["Keyword: tide", undefined, "?status=read"]]],
  [
    "site=one,two,other",
    [
      ["First Site", "one", "?site=two%2Cother"],
      ["Second Site", "two", "?site=one%2Cother"],
      ["other", "other", "?site=one%2Ctwo"],
    ],
  ],
  ["subreddit=freelance&q=late", [["r/freelance", "reddit", "?q=late"]]],
  ["site=one&place=attic", [["attic", "one", ""]]],
  ["site=one&place=all", [["First Site", "one", ""]]],
  [
    "kind=post&starred=true",
    [
      ["Posts", undefined, "?starred=true"],
      ["Starred", undefined, "?kind=post"],
    ],
  ],
  ["kind=comment&until=2026-11-01T00:00:00.000Z", [["Comments", undefined, ""]]],
])("%s", (query, expected) => {
  expect(filters(query)).toEqual(expected);
});

test("unfiltered keeps only the tab", () => {
  const all = "status=archived&page=2&q=a&keyword=b&site=c&place=d&kind=post&starred=true";
  expect(getAddress(unfiltered(getView(new URLSearchParams(all), true)))).toBe(
    "/notifications?status=archived",
  );
});
