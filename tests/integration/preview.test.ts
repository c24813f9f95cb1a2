import { beforeEach, expect, test } from "vitest";
import { createSession, createUser, createWatch } from "../../prisma/factories";
import { POST as explain } from "@/app/api/keywords/explain/route";
import { POST as preview } from "@/app/api/keywords/preview/route";
import { type ExplainResponse, explainResponse, previewResponse } from "@/contract/preview";
import type { Item } from "@/domain/reading/item";
import { pool } from "@/server/platform/database";
import { recordRead } from "@/server/recording/record";
import { retain } from "@/server/operation/retention";
import { WatchSet } from "@/server/recording/watch-set";
import { call } from "../support/request";

const now = new Date();
const minutesAgo = (count: number) => new Date(now.getTime() - count * 60_000);

beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "WatchTotal" CASCADE`,
  );
  await pool().query(
    `INSERT INTO "Place" ("site", "name", "displayName", "watchedSince") VALUES ('reddit', 'webdev', 'webdev', now()), ('reddit', 'pics', 'pics', now())`,
  );
});

let made = 0;
function item(rest: Partial<Item> = {}): Item {
  made += 1;
  return {
    fullname: `t3_p${made}`,
    kind: "post",
    site: "reddit",
    place: "webdev",
    title: `Post ${made}`,
    body: "about nothing",
    html: null,
    author: "somebody",
    url: `https://www.reddit.com/r/webdev/comments/p${made}/x/`,
    createdAt: minutesAgo(30),
    over18: false,
    ...rest,
  };
}

/** Records the items like one poll, with the current watches. */
async function record(items: Item[], at = now, isNamed = true): Promise<void> {
  const matcher = await new WatchSet().current(at);
  const match = (one: Item) => matcher.match(one);
  await recordRead({ items, match, isNamed: () => isNamed, outcomes: [], gaps: [], now: at });
}

async function alice() {
  const user = await createUser({ plan: "pro", timeZone: "America/Toronto" });
  const { bearer } = await createSession(user);
  return { user, bearer };
}
async function previewOf(bearer: string, draft: object) {
  const response = await call(preview, "POST", "/api/keywords/preview", { bearer, body: draft });
  expect(response.status).toBe(200);
  return previewResponse.parse(response.body).preview;
}
async function explanationsOf(bearer: string, url: string): Promise<ExplainResponse> {
  const response = await call(explain, "POST", "/api/keywords/explain", { bearer, body: { url } });
  expect(response.status).toBe(200);
  return explainResponse.parse(response.body);
}

test("counts stored items in the draft's subreddits and the emails it would have sent", async () => {
  const { bearer } = await alice();
  await record([item({ title: "Tidewater?" }), item({ body: "tidewater" }), item()], minutesAgo(120));
  await record([item({ title: "TIDEWATER again", createdAt: minutesAgo(2) })], minutesAgo(1));
  await record([item({ place: "pics", title: "tidewater" })], minutesAgo(1));
  await record([item({ title: "tidewater, by all alone" })], minutesAgo(1), false);
  const webdev = await previewOf(bearer, { keyword: "tidewater", subreddits: ["WebDev"] });
  expect(webdev).toMatchObject({
    items: 4,
    matched: 3,
    hours: 1,
    isBroad: false,
    mails: { realtime: 2, hourly: 2 },
  });
  expect(webdev.mails.daily).toBeGreaterThanOrEqual(1);
  expect(webdev.examples.map(({ title }) => title)).toContain("TIDEWATER again");
  expect(webdev.examples[0]?.title).toBe("TIDEWATER again");
  expect((await previewOf(bearer, { keyword: "tidewater" })).matched).toBe(4);
  const titles = { keyword: "tidewater", subreddits: ["webdev"], filters: { matchTitlesOnly: true } };
  expect((await previewOf(bearer, titles)).matched).toBe(2);
});

test("covers at most the 48 hours that texts are kept, although items found late are older", async () => {
  const { bearer } = await alice();
  await record([item({ title: "tidewater", createdAt: minutesAgo(6 * 24 * 60) }), item()]);
  const { items, matched, hours, histogram } = await previewOf(bearer, { keyword: "tidewater" });
  expect({ items, matched, hours }).toEqual({ items: 2, matched: 1, hours: 48 });
  expect(histogram[0]).toBe(1);
});

test("warns if a watch would match nearly everything, and returns zero for unread places", async () => {
  const { bearer } = await alice();
  await record(Array.from({ length: 30 }, () => item()));
  expect(await previewOf(bearer, { keyword: "o", subreddits: ["webdev"] })).toMatchObject({
    items: 30,
    matched: 30,
    isBroad: true,
  });
  expect(await previewOf(bearer, { keyword: "o", subreddits: ["nobodyreads"] })).toMatchObject({
    items: 0,
    hours: 0,
    matched: 0,
    isBroad: false,
  });
});

test("stores the latest 500 texts per subreddit for 48 hours, with all expression fields", async () => {
  const { bearer } = await alice();
  const many = Array.from({ length: 520 }, (_, at) => item({ createdAt: minutesAgo(at) }));
  await record(many);
  expect((await previewOf(bearer, { keyword: "post", subreddits: ["webdev"] })).items).toBe(500);
  await retain(now, () => true);
  const stored = () =>
    pool().query(`SELECT "fullname", "content"::text FROM "RecentItem" WHERE "content" IS NOT NULL`);
  const { rows } = await stored();
  expect(rows.length).toBe(500);
  expect(rows.map((row) => row.fullname)).not.toContain(many[519]!.fullname);
  expect(JSON.parse(rows[0]!.content as string)).toMatchObject({
    author: "somebody",
    placeLabel: "r/webdev",
  });
  await retain(new Date(now.getTime() + 48 * 3_600_000), () => true);
  expect((await stored()).rows).toEqual([]);
});

test("explains for each watch why it has an item or not", async () => {
  const { user, bearer } = await alice();
  const since = { activeSince: minutesAgo(60) };
  const watch = (keyword: string, rest: object = {}) =>
    createWatch(user, { keyword, subreddits: ["webdev"], ...since, ...rest });
  const ids = {
    matched: await watch("tidewater"),
    subreddit: await watch("tidewater", { subreddits: ["pics"] }),
    kind: await watch("tidewater", { includePosts: false }),
    "too-old": await watch("tide water", { keyword: "tidewate", activeSince: minutesAgo(1) }),
    "keyword-absent": await watch("low tide"),
    "only-in-body": await watch("nothing", { matchTitlesOnly: true }),
    "other-case": await watch("tidewater", { caseSensitive: true }),
    "part-of-word": await watch("tide", { wholeWordOnly: true }),
    paused: await watch("water", { isActive: false }),
  };
  const post = item({ title: "Tidewater" });
  await record([post]);
  const { item: read, explanations } = await explanationsOf(bearer, post.url);
  expect(read).toMatchObject({ title: "Tidewater", kind: "post", subreddit: "webdev" });
  const verdicts = new Map(explanations.map((one) => [one.watchId, one.verdict]));
  for (const [verdict, { id }] of Object.entries(ids))
    expect([verdict, verdicts.get(id)]).toEqual([verdict, verdict]);
  const matched = explanations.find((one) => one.watchId === ids.matched.id);
  expect(matched).toMatchObject({ notification: { _id: expect.any(String) }, message: { status: "owed" } });

  await pool().query(`UPDATE "Notification" SET "deletedAt" = now()`);
  await pool().query(`UPDATE "RecentItem" SET "content" = NULL`);
  const later = await explanationsOf(bearer, post.url);
  const getLater = (id: string) => later.explanations.find((one) => one.watchId === id);
  expect(getLater(ids.matched.id)).toMatchObject({ verdict: "deleted", notification: null });
  expect(getLater(ids["keyword-absent"].id)?.verdict).toBe("text-gone");
  expect(getLater(ids.subreddit.id)?.verdict).toBe("subreddit");
});

test("distinguishes unread items by subreddit and hides other users' watches", async () => {
  const { user, bearer } = await alice();
  await createWatch(user, { keyword: "tidewater", subreddits: ["webdev"] });
  const anonymous = await createUser();
  await createWatch(anonymous);
  const ofUrl = async (url: string) => {
    const { item: read, explanations } = await explanationsOf(bearer, url);
    expect([read, explanations.length]).toEqual([null, 1]);
    return explanations[0]?.verdict;
  };
  expect(await ofUrl("https://www.reddit.com/r/webdev/comments/zzz1/x/")).toBe("not-read");
  expect(await ofUrl("https://www.reddit.com/r/pics/comments/zzz2/x/")).toBe("subreddit");
  expect(await ofUrl("https://redd.it/zzz3")).toBe("not-read");
  const refused = await call(explain, "POST", "/api/keywords/explain", {
    bearer,
    body: { url: "tidewater" },
  });
  expect(refused).toMatchObject({
    status: 400,
    body: { code: "VALIDATION_ERROR", errors: { url: [expect.any(String)] } },
  });
});
