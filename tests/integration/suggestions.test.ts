import { beforeEach, expect, test } from "vitest";
import { createSession, createUser } from "../../prisma/factories";
import { POST as importWatches } from "@/app/api/keywords/import/route";
import { POST as suggest } from "@/app/api/keywords/suggest/route";
import { suggestResponse } from "@/contract/preview";
import type { Item } from "@/domain/reading/item";
import { pool } from "@/server/platform/database";
import { recordRead } from "@/server/recording/record";
import { WatchSet } from "@/server/recording/watch-set";
import { call } from "../support/request";

const now = new Date();
const minutesAgo = (count: number) => new Date(now.getTime() - count * 60_000);

beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "WatchTotal" CASCADE`,
  );
  await pool().query(
    `INSERT INTO "Place" ("site", "name", "displayName", "watchedSince") VALUES
     ('reddit', 'webdev', 'webdev', now()), ('reddit', 'pics', 'pics', now()), ('hackernews', 'all', 'all', now()),
     ('feeds', 'https://secret.example/feed', 'https://secret.example/feed', now())`,
  );
});

let made = 0;
function item(rest: Partial<Item>): Item {
  made += 1;
  return {
    fullname: `t3_s${made}`,
    kind: "post",
    site: "reddit",
    place: "webdev",
    title: `Post ${made}`,
    body: "about nothing",
    html: null,
    author: "somebody",
    url: `https://www.reddit.com/r/webdev/comments/s${made}/x/`,
    createdAt: minutesAgo(150),
    over18: false,
    ...rest,
  };
}

async function record(items: Item[]): Promise<void> {
  const matcher = await new WatchSet().current(now);
  const match = (one: Item) => matcher.match(one);
  await recordRead({ items, match, isNamed: () => true, outcomes: [], gaps: [], now: minutesAgo(1) });
}

async function getBearer(plan: "free" | "pro"): Promise<string> {
  const { bearer } = await createSession(await createUser({ plan }));
  return bearer;
}

async function suggestionsFor(text: string, plan: "free" | "pro" = "free") {
  const response = await call(suggest, "POST", "/api/keywords/suggest", {
    bearer: await getBearer(plan),
    body: { text },
  });
  expect(response.status).toBe(200);
  return suggestResponse.parse(response.body);
}

const lines = ({ suggestions }: Awaited<ReturnType<typeof suggestionsFor>>) =>
  suggestions.map(({ keyword, matches }) => `${keyword} ${matches}`);

test("suggests the word, spellings and domain, with match counts by place", async () => {
  await record([
    item({ title: "Tidewater?" }),
    item({ place: "pics", title: "A tide water alternative" }),
    item({ site: "hackernews", place: "all", fullname: "hn_1", title: "tidewater.example is out" }),
    item({ title: "underTidewaters, part of a word" }),
  ]);
  const found = await suggestionsFor("https://www.tidewater.example/pricing");
  expect(lines(found)).toEqual(["tidewater 2", "tidewater.example 1", "tide water 1"]);
  expect(found.suggestions[0]).toMatchObject({ expression: null, isTooMany: false });
  expect(found.suggestions[0]!.places).toEqual([
    { site: "reddit", name: "all", matches: 1 },
    { site: "reddit", name: "webdev", matches: 1 },
    { site: "hackernews", name: "all", matches: 1 },
  ]);
  expect(found.hours).toBe(3);
  const offered = found.places.map(({ label, matches }) => `${label} ${matches}`);
  expect(offered).toEqual(
    expect.arrayContaining([
      "All of Reddit 2",
      "r/webdev 1",
      "r/pics 1",
      "All of Hacker News 2",
      "All news 0",
    ]),
  );
});

test("returns a sample and the number of title matches for each suggestion", async () => {
  await record([
    item({ title: "Tidewater?", createdAt: minutesAgo(30) }),
    item({ title: "Tools", body: "I like **tidewater** a lot", createdAt: minutesAgo(10) }),
  ]);
  const [first] = (await suggestionsFor("tidewater")).suggestions;
  expect(first).toMatchObject({ matches: 2, titleMatches: 1 });
  expect(first!.sample).toMatchObject({ site: "reddit", text: "I like tidewater a lot" });
});

test("does not count or reveal matches in private feeds", async () => {
  const place = "https://secret.example/feed";
  await record([item({ site: "feeds", place, fullname: "feed_1", title: "quillon" })]);
  const found = await suggestionsFor("quillon");
  expect(lines(found)).toEqual(["quillon 0"]);
  expect(JSON.stringify(found)).not.toContain("secret");
});

test("marks a common word as too broad", async () => {
  await record(Array.from({ length: 30 }, (_, at) => item({ title: at < 10 ? "the sea" : "nothing" })));
  const found = await suggestionsFor("sea");
  expect(found.suggestions[0]).toMatchObject({ keyword: "sea", matches: 10, isTooMany: true });
});

test("on Pro a domain suggestion also matches links", async () => {
  await record([item({ title: "Look", body: "[here](https://docs.tidewater.example/x)" })]);
  const [, site] = (await suggestionsFor("tidewater.example", "pro")).suggestions;
  expect(site).toMatchObject({ expression: '"tidewater.example" OR link:tidewater.example', matches: 1 });

  // In the format of the onboarding, which the import accepts.
  const cells = [site!.keyword, site!.expression!.replaceAll('"', '""'), "reddit:all", "yes", "yes"];
  const line = cells.map((cell) => `"${cell}"`).join(",");
  const text = `Keyword,Expression,Places,Whole words,Email alerts\n${line}`;
  const bearer = await getBearer("pro");
  const made = await call(importWatches, "POST", "/api/keywords/import", {
    bearer,
    body: { text, commit: true },
  });
  expect(made.body).toMatchObject({
    isCommitted: true,
    watches: [{ keyword: site!.keyword, expression: site!.expression }],
    problems: [],
  });
});

test("returns no suggestions for long text and rejects invalid input", async () => {
  expect(await suggestionsFor("x".repeat(300))).toMatchObject({ suggestions: [] });
  const bearer = await getBearer("free");
  for (const text of ["  ", "x".repeat(301), 7]) {
    const response = await call(suggest, "POST", "/api/keywords/suggest", { bearer, body: { text } });
    expect(response.status).toBe(400);
  }
  const unknown = await call(suggest, "POST", "/api/keywords/suggest", { body: { text: "tidewater" } });
  expect(unknown.status).toBe(401);
});
