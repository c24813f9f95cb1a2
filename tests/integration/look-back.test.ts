import { beforeEach, expect, test, vi } from "vitest";
import { createSession, createUser, createWatch as seedWatch } from "../../prisma/factories";
import { GET as popup } from "@/app/api/notifications/recent/popup/route";
import { GET as stats } from "@/app/api/keywords/[id]/stats/route";
import { POST as create } from "@/app/api/keywords/route";
import { POST as preview } from "@/app/api/keywords/preview/route";
import { createdWatchResponse, lookBackLimit } from "@/contract/watch";
import { previewResponse } from "@/contract/preview";
import { popupResponse } from "@/contract/notification";
import { watchStatsResponse } from "@/contract/stats";
import type { Item } from "@/domain/reading/item";
import { listWeeks } from "@/server/delivery/statements/reports";
import { pool, prisma } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { newId } from "@/server/platform/ids";
import { recordRead } from "@/server/recording/record";
import { recordLookBack } from "@/server/recording/record-look-back";
import { WatchSet } from "@/server/recording/watch-set";
import { call } from "../support/request";

vi.mock("@/server/recording/record-look-back", { spy: true });

const now = new Date();
const minutesAgo = (count: number) => new Date(now.getTime() - count * 60_000);

beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "WatchTotal", "Delay", "StoredText", "PlaceAddress" CASCADE`,
  );
  await pool().query(
    `INSERT INTO "Place" ("site", "name", "displayName", "watchedSince") VALUES ('reddit', 'webdev', 'WebDev', now())`,
  );
});

const item = (at: number, rest: Partial<Item> = {}): Item => ({
  ...{ fullname: `t3_p${at}`, kind: "post", site: "reddit", place: "WebDev", title: `Tidewater ${at}` },
  ...{ body: "about *nothing*", html: null, author: "somebody", createdAt: minutesAgo(at), over18: false },
  url: `https://www.reddit.com/r/webdev/comments/p${at}/x/`,
  ...rest,
});

async function record(items: Item[], at = now): Promise<void> {
  const matcher = await new WatchSet().current(at);
  const match = (one: Item) => matcher.match(one);
  await recordRead({ items, match, isNamed: () => true, outcomes: [], gaps: [], now: at });
}

async function signedIn() {
  const user = await createUser({ plan: "pro", emailFrequency: "realtime" });
  const { bearer } = await createSession(user);
  return { user, bearer };
}

const draft = { keyword: "tidewater", subreddits: ["webdev"] };

async function createLookingBack(bearer: string, body: object) {
  const response = await call(create, "POST", "/api/keywords", { bearer, body: { ...body, lookBack: true } });
  expect(response.status).toBe(201);
  return createdWatchResponse.parse(response.body);
}

const list = async (watchId: string) =>
  (
    await pool().query<{ fullname: string; place: string; isSilent: boolean }>(
      `SELECT n."fullname", n."place", n."isSilent" FROM "Notification" n JOIN "Item" i USING ("fullname") WHERE n."watchId" = $1 ORDER BY n."createdAt" DESC, n."id" DESC`,
      [watchId],
    )
  ).rows;
const countRows = async (table: string) =>
  Number((await pool().query(`SELECT count(*) AS n FROM "${table}"`)).rows[0]!.n);

test("records exactly the forecast's matches, newest first, without any alert", async () => {
  const { bearer } = await signedIn();
  await record([item(5), item(300), item(90), item(7, { title: "Nothing here" })]);
  const forecast = await call(preview, "POST", "/api/keywords/preview", { bearer, body: draft });
  const { matched } = previewResponse.parse(forecast.body).preview;
  const { watch, lookBack } = await createLookingBack(bearer, draft);
  expect(lookBack).toEqual({ recorded: matched });
  expect(watch.matchCount).toBe(3);
  expect(await list(watch._id)).toEqual(
    ["t3_p5", "t3_p90", "t3_p300"].map((fullname) => ({ fullname, place: "WebDev", isSilent: true })),
  );
  expect(await countRows("OutboxEntry")).toBe(0);
  expect(await countRows("Delay")).toBe(0);
  const news = await call(popup, "GET", "/api/notifications/recent/popup", { bearer });
  expect(popupResponse.parse(news.body)).toMatchObject({ notifications: [], total: 0 });
});

test("completes the look-back if the client disconnects", async () => {
  const { bearer } = await signedIn();
  await record([item(5), item(90)]);
  const body = { ...draft, lookBack: true };
  const signal = AbortSignal.abort();
  const response = await call(create, "POST", "/api/keywords", { bearer, body, signal });
  expect(createdWatchResponse.parse(response.body).lookBack).toEqual({ recorded: 2 });
});

test("offers the stored items of a sampled site, not their estimate", async () => {
  const { bearer } = await signedIn();
  const article = { site: "news", place: "harbour-herald.example", url: "https://harbour-herald.example/1" };
  await record([item(5, { ...article, fullname: "news:1" }), item(9)]);
  const places = [
    { site: "news", name: "all" },
    { site: "reddit", name: "webdev" },
  ];
  const body = { keyword: "tidewater", places };
  const forecast = await call(preview, "POST", "/api/keywords/preview", { bearer, body });
  const { matched, storedMatches, isAbout } = previewResponse.parse(forecast.body).preview;
  expect({ matched, storedMatches, isAbout }).toEqual({ matched: 21, storedMatches: 2, isAbout: true });
  const { lookBack } = await createLookingBack(bearer, body);
  expect(lookBack).toEqual({ recorded: storedMatches });
});

test("includes feeds, whose URLs are stored under hidden names", async () => {
  const { bearer } = await signedIn();
  const places = [{ site: "feeds", name: "https://blog.example/feed" }];
  await call(create, "POST", "/api/keywords", { bearer, body: { keyword: "other", places } });
  const { name } = (await pool().query<{ name: string }>(`SELECT "name" FROM "PlaceAddress"`)).rows[0]!;
  await record([item(5, { site: "feeds", place: name, fullname: "feeds:1", url: "https://blog.example/1" })]);
  const { lookBack } = await createLookingBack(bearer, { keyword: "tidewater", places });
  expect(lookBack).toEqual({ recorded: 1 });
});

test("groups news with the same headline, but not feed entries that share a link", async () => {
  const { bearer } = await signedIn();
  const feed = [{ site: "feeds", name: "https://blog.example/feed" }];
  await call(create, "POST", "/api/keywords", { bearer, body: { keyword: "other", places: feed } });
  const { name } = (await pool().query<{ name: string }>(`SELECT "name" FROM "PlaceAddress"`)).rows[0]!;
  const entry = {
    ...{ site: "feeds", place: name, link: "https://blog.example/news" },
    sharesLink: true,
  } as const;
  const article = (host: string): Partial<Item> => ({
    ...{ site: "news", place: host, fullname: `news:${host}`, link: `https://${host}/1` },
    headline: "tidewater rises over the harbour",
  });
  await record([
    item(5, { ...entry, fullname: "feeds:1" }),
    item(9, { ...entry, fullname: "feeds:2" }),
    item(12, article("harbour-herald.example")),
    item(15, article("tidal-times.example")),
  ]);
  const places = [...feed, { site: "news", name: "all" }];
  const { watch, lookBack } = await createLookingBack(bearer, { keyword: "tidewater", places });
  expect(lookBack).toEqual({ recorded: 4 });
  const { rows: mentions } = await pool().query<{ site: string }>(
    `SELECT "site" FROM "Notification" WHERE "watchId" = $1 AND "leadId" IS NULL ORDER BY "site"`,
    [watch._id],
  );
  expect(mentions.map(({ site }) => site)).toEqual(["feeds", "feeds", "news"]);
});

test("records nothing without lookBack, and nothing for a paused watch", async () => {
  const { bearer } = await signedIn();
  await record([item(5)]);
  const plain = await call(create, "POST", "/api/keywords", { bearer, body: draft });
  expect(plain.body).not.toHaveProperty("lookBack");
  const paused = await createLookingBack(bearer, { ...draft, keyword: "Tidewater 5", isActive: false });
  expect(paused.lookBack).toEqual({ recorded: 0 });
  expect(await countRows("Notification")).toBe(0);
});

test("records each item once, also if it is read again later", async () => {
  const { bearer } = await signedIn();
  const old = [item(5), item(10)];
  await record(old);
  const { watch } = await createLookingBack(bearer, draft);
  await pool().query(`UPDATE "Watch" SET "activeSince" = $1`, [minutesAgo(600)]);
  await pool().query(`DELETE FROM "RecentItem"`);
  await record(old, new Date());
  expect(await list(watch._id)).toHaveLength(2);
  expect(await countRows("OutboxEntry")).toBe(0);
  await record([item(1)], new Date());
  const all = await list(watch._id);
  expect(all.filter(({ isSilent }) => !isSilent).map(({ fullname }) => fullname)).toEqual(["t3_p1"]);
  expect(await countRows("OutboxEntry")).toBeGreaterThan(0);
});

test("stops at the newest 200 matches and joins another watch's mention", async () => {
  const { user, bearer } = await signedIn();
  await record(Array.from({ length: lookBackLimit + 5 }, (_, at) => item(at + 2)));
  await seedWatch(user, { keyword: "Tidewater", places: ["reddit:all"], activeSince: minutesAgo(60) });
  await record([item(1)]);
  const { watch, lookBack } = await createLookingBack(bearer, draft);
  expect(lookBack).toEqual({ recorded: lookBackLimit });
  const fullnames = (await list(watch._id)).map(({ fullname }) => fullname);
  expect(fullnames[0]).toBe("t3_p1");
  expect(fullnames.at(-1)).toBe(`t3_p${lookBackLimit}`);
  const led = await pool().query(
    `SELECT count(*)::int AS n FROM "Notification" WHERE "fullname" = 't3_p1' AND "leadId" IS NOT NULL`,
  );
  expect(led.rows[0]!.n).toBe(1);
});

test("its matches don't count for delays and hours, in the stats and the weekly report", async () => {
  const { user, bearer } = await signedIn();
  await record([item(300), item(400)]);
  const { watch } = await createLookingBack(bearer, draft);
  const statsNow = async () => {
    const params = { id: watch._id };
    const { body } = await call(stats, "GET", `/api/keywords/${watch._id}/stats`, { bearer, params });
    return watchStatsResponse.parse(body).stats;
  };
  const day = 24 * 3_600_000;
  const week = { from: minutesAgo(24 * 60), to: new Date(Date.now() + day), beforeFrom: minutesAgo(48 * 60) };
  const reportNow = async () =>
    (await listWeeks(pool(), [{ deliveryId: newId(), userId: user.id, ...week }], ["reddit"]))[0]!;
  await pool().query(`UPDATE "User" SET "weeklyReportAt" = now()`);
  const before = await statsNow();
  expect(before).toMatchObject({ total: 2, delay: { all: null, sites: [] }, opened: { of: 2 } });
  expect(before.hours.flat().every((count) => count === 0)).toBe(true);
  expect(await reportNow()).toMatchObject({ total: { count: 2 }, delay: null });

  await pool().query(`UPDATE "Watch" SET "activeSince" = $1`, [minutesAgo(60)]);
  await record([item(1)], new Date());
  const after = await statsNow();
  expect(after.total).toBe(3);
  expect(after.delay.all!.most).toBeLessThan(10 * 60_000);
  expect(after.hours.flat().reduce((sum, count) => sum + count, 0)).toBe(1);
  expect((await reportNow()).delay).toBeLessThan(600);
});

test("keeps the watch if the look-back fails", async () => {
  const { bearer } = await signedIn();
  await record([item(5)]);
  vi.mocked(recordLookBack).mockRejectedValueOnce(new AppError("KEYWORD_RATE_LIMIT_EXCEEDED"));
  const { watch, lookBack } = await createLookingBack(bearer, draft);
  expect(watch).toMatchObject({ keyword: "tidewater", matchCount: 0 });
  expect(lookBack).toEqual({ recorded: 0, isPartial: true });
});

test("is partial if the day's text limit leaves matches out", async () => {
  const { user, bearer } = await signedIn();
  await record([item(5), item(10)]);
  const [day, bytes] = [new Date(now.toISOString().slice(0, 10)), 200_000_000];
  await prisma().storedText.create({ data: { userId: user.id, day, bytes } });
  const { lookBack } = await createLookingBack(bearer, draft);
  expect(lookBack).toEqual({ recorded: 0, isPartial: true });
});
