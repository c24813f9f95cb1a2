import { expect, test } from "vitest";
import type { ExampleItem } from "@/contract/preview";
import { defaultFilters } from "@/contract/watch";
import { splitMatches } from "@/features/watches/matched-place";

const item: ExampleItem = {
  title: "Which bookkeeping tool?",
  site: "reddit",
  place: { name: "freelance", label: "r/freelance", url: "https://reddit.example/r/freelance" },
  subreddit: "freelance",
  content: "We use Tidewater, and a bookkeeper. No jobs here.",
  url: "https://reddit.example/1",
  kind: "post",
  createdAt: "2026-11-21T14:03:20.000Z",
  over18: false,
};
const matched = (expression: string | null, of: Partial<ExampleItem> = {}) => {
  const found = splitMatches(
    { ...item, ...of },
    { keyword: "tidewater", expression, filters: defaultFilters },
  );
  return [found.title, found.text].map((segments) =>
    segments.filter(({ isHeard }) => isHeard).map(({ text }) => text),
  );
};

test.each([
  [null, [], ["Tidewater"]],
  ["bookkeep* tidewater", ["bookkeeping"], ["Tidewater", "bookkeeper"]],
  ["tidewater OR title:tool", ["tool"], ["Tidewater"]],
  ["tidewater -hiring -jobs", [], ["Tidewater"]],
  ["tidewater NEAR/3 bookkeeper", [], ["Tidewater", "bookkeeper"]],
])("highlights every positive part of %s", (expression, title, text) => {
  expect(matched(expression)).toEqual([title, text]);
});

test("does not highlight a comment's title", () => {
  expect(matched("bookkeep*", { kind: "comment" })).toEqual([[], ["bookkeeper"]]);
});

test.each([
  ["We use **Tidewater**, [they](https://t.example) say.", "We use Tidewater, they say."],
  ["See [them](https://tidewater.example/a).", "See [them](https://tidewater.example/a)."],
  ["*Nothing* of it.", "Nothing of it."],
])("shows %j as plain text, or as typed if only hidden text matched", (content, shown) => {
  const { text } = splitMatches(
    { ...item, content },
    { keyword: "tidewater", expression: null, filters: defaultFilters },
  );
  expect(text.map((segment) => segment.text).join("")).toBe(shown);
});
