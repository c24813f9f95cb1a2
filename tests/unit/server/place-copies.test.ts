import { expect, test } from "vitest";
import { getStoryKey } from "@/server/recording/stories";
import { getItem } from "@/sites/lemmy/items";
import type { Row } from "@/sites/lemmy/parse";
import { getItems } from "@/sites/stackexchange/items";
import { parseRows } from "@/sites/stackexchange/rows";

const row: Row = {
  ...{ id: 7, isGone: false, createdMs: 0, title: "Tidewater", body: "", author: null, isBot: false },
  ...{ over18: false, flair: null, post: null, comments: null, link: null },
  community: { name: "music", host: null, isLocal: true },
  uri: "https://far.example/post/1",
};

test.each([
  ["a post without a link", "p", {}],
  ["a post with a link", "p", { link: "https://example.com/live" }],
  ["a comment", "c", { post: 3 }],
] as const)(
  "Lemmy: %s is one story in a community, its instance and other instances",
  (_, letter, change) => {
    const places = ["lemmy.example", "music@lemmy.example", "other.example"];
    const keys = places.map((place) => getStoryKey(getItem({ ...row, ...change }, letter, place)));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).not.toBeNull();
  },
);

test("Stack Exchange: a question is one story on its site and under its tag", () => {
  const [question] = parseRows([
    {
      creation_date: 1_795_669_200,
      question_id: 7,
      title: "Why?",
      body_markdown: "Because",
      tags: ["widgets"],
    },
  ]);
  const items = getItems(question!, ["widgets"], {
    site: "stackoverflow",
    places: ["stackoverflow", "stackoverflow [widgets]"],
  });
  expect(items).toHaveLength(2);
  expect(new Set(items.map(getStoryKey)).size).toBe(1);
  expect(getStoryKey(items[0]!)).not.toBeNull();
});
