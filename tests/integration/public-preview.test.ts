import { beforeEach, expect, test } from "vitest";
import { POST as preview } from "@/app/api/preview/route";
import { publicPreviewResponse } from "@/contract/preview";
import { env } from "@/env";
import type { Item } from "@/domain/reading/item";
import { pool } from "@/server/platform/database";
import { recordRead } from "@/server/recording/record";
import { WatchSet } from "@/server/recording/watch-set";
import { call } from "../support/request";

const now = new Date();
const feed = "https://secret.example/feed";

beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "WatchTotal" CASCADE`,
  );
  await pool().query(
    `INSERT INTO "Place" ("site", "name", "displayName", "watchedSince") VALUES
     ('reddit', 'webdev', 'webdev', now()), ('hackernews', 'all', 'all', now()), ('lobsters', 'all', 'all', now()),
     ('feeds', '${feed}', '${feed}', now())`,
  );
});

let made = 0;
function item(rest: Partial<Item>): Item {
  made += 1;
  return {
    ...{ fullname: `hn_p${made}`, kind: "post", site: "hackernews", place: "all", title: `Post ${made}` },
    ...{ body: "", html: null, author: "somebody", url: `https://news.ycombinator.com/item?id=${made}` },
    createdAt: new Date(now.getTime() - made * 60_000),
    over18: false,
    ...rest,
  };
}

async function record(items: Item[]): Promise<void> {
  const matcher = await new WatchSet().current(now);
  const match = (one: Item) => matcher.match(one);
  await recordRead({ items, match, isNamed: () => true, outcomes: [], gaps: [], now });
}

async function previewOf(keyword: string) {
  const response = await call(preview, "POST", "/api/preview", { body: { keyword } });
  expect(response.status).toBe(200);
  return publicPreviewResponse.parse(response.body);
}

test("counts matches without an account and shows the three newest in plain text", async () => {
  const long = `${"Nothing of interest here. ".repeat(30)}Then **Quillon** fixed it.`;
  await record([
    item({ title: "Ask HN: is quillon down?" }),
    item({ kind: "comment", title: "Ask HN: tools?", body: long }),
    item({ site: "lobsters", fullname: "lb_1", title: "Quillon 2.0" }),
    item({ title: "Quillon again" }),
    item({ title: "Quillons, part of a word" }),
  ]);
  const found = await previewOf("quillon");
  expect(found.count).toBe(4);
  expect(found.sites).toEqual(expect.arrayContaining(["hackernews", "lobsters"]));
  expect(found.samples.map(({ site, text }) => `${site}: ${text}`)).toEqual([
    "hackernews: Ask HN: is quillon down?",
    expect.stringMatching(/^hackernews: ….*Then Quillon fixed it\.$/),
    "lobsters: Quillon 2.0",
  ]);
  expect(found.samples.every(({ text }) => text.length < 300)).toBe(true);
  expect(JSON.stringify(found)).not.toContain("somebody");
});

test("searches the host of a URL", async () => {
  await record([item({ title: "quillon.example is out" }), item({ title: "quillon" })]);
  expect((await previewOf("https://www.quillon.example/pricing")).count).toBe(1);
});

test("leaves out Reddit, feeds that users added, and samples for adults", async () => {
  await record([
    item({ site: "reddit", place: "webdev", fullname: "t3_1", title: "quillon on Reddit" }),
    item({ site: "feeds", place: feed, fullname: "feed_1", title: "quillon in a feed" }),
    item({ title: "quillon for adults", over18: true }),
  ]);
  const found = await previewOf("quillon");
  expect(found).toEqual({ count: 1, sites: ["hackernews"], samples: [] });
});

test("rejects an empty and a long keyword, and the eleventh request of an address in a minute", async () => {
  for (const keyword of [undefined, " ", "x".repeat(101), 7]) {
    const response = await call(preview, "POST", "/api/preview", { body: { keyword } });
    expect(response.status).toBe(400);
  }
  const before = env().RATE_LIMIT_PREVIEW;
  env().RATE_LIMIT_PREVIEW = { count: 2, windowSeconds: 60 };
  const statuses = [];
  for (let sent = 0; sent < 3; sent += 1)
    statuses.push((await call(preview, "POST", "/api/preview", { body: { keyword: "quillon" } })).status);
  env().RATE_LIMIT_PREVIEW = before;
  expect(statuses.at(-1)).toBe(429);
});
