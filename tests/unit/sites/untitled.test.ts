import { expect, test } from "vitest";
import type { Item } from "@/domain/reading/item";
import { matchesExpression } from "@/domain/query/evaluate";
import { getItem } from "@/sites/bluesky/record";
import { parsePost } from "@/sites/discourse/parse";
import { numbered } from "@/sites/hackernews/responses";
import { getPost } from "@/sites/lobsters/responses";
import { normalise } from "@/sites/reddit/normalise";
import { item, items } from "./feeds/read-feed";

const at = "2026-12-05T10:00:00Z";
const seconds = Date.parse(at) / 1000;
const forumPost = { id: 1, post_number: 1, created_at: at, raw: "Quill ink" };
const forum = {
  ...{ place: "forum.example", contentType: null },
  body: Buffer.from(JSON.stringify(forumPost)),
};

test.each<[string, () => unknown]>([
  [
    "Reddit",
    () =>
      normalise({
        kind: "t3",
        data: {
          name: "t3_1abc23",
          id: "1abc23",
          subreddit: "ink",
          created_utc: seconds,
          is_self: true,
          selftext: "Quill ink",
        },
      }),
  ],
  ["Hacker News", () => numbered({ id: 1, type: "story", time: seconds, text: "Quill ink" } as never)],
  ["Lobsters", () => getPost({ short_id: "abc123", created_at: at, description_plain: "Quill ink" })],
  [
    "Bluesky",
    () =>
      getItem(
        "did:plc:abcdefghijklmnopqrstuvwx",
        "3kabcdefgh22a",
        { text: "Quill ink", createdAt: at },
        Date.parse(at),
      ),
  ],
  ["Discourse", () => (parsePost(forum) as { item: Item }).item],
  ["feeds", () => items(item("<guid>1</guid><description>Quill ink</description>"))[0]],
])(
  "shows the start of the text of an untitled post as its title and matches only the text: %s",
  (_site, make) => {
    const post = make() as Item;
    expect(post).toMatchObject({ title: "Quill ink", isUntitled: true });
    const holds = (text: string, field: "title" | null) =>
      matchesExpression({ type: "text", field, term: { text, isPrefix: false } }, post);
    expect([holds("quill ink", null), holds("quill", "title"), holds("untitled", null)]).toEqual([
      true,
      false,
      false,
    ]);
  },
);
