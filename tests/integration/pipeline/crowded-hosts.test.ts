import { beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import type { FetchedList } from "@/domain/reading/fetched-list";
import type { ForumSite, ListedSite } from "@/domain/reading/site";
import { SiteError } from "@/domain/reading/site-error";
import { pool, prisma } from "@/server/platform/database";
import { Budget } from "@/server/reading/budget";
import { readForums } from "@/server/reading/read-forums";
import { readLists } from "@/server/reading/read-lists";
import { connected } from "@/server/reading/site";
import { syncReads } from "@/server/reading/statements/reads";
import { WatchSet } from "@/server/recording/watch-set";
import { setSlowdowns } from "@/server/reading/statements/host-shares";
import { getRowRatio } from "../../support/stale-statistics";

const start = Date.UTC(2026, 10, 26, 12);
const minuteMs = 60_000;
let nowMs = start;
/** Requested places in order. Each request takes a second. */
let requested: string[] = [];
const isMadeUp = (place: string) => place.includes("made-up");

const list: FetchedList = {
  ...{ entries: [], called: { title: null, home: null }, skipped: 0, freshMs: 5 * minuteMs },
  marks: { etag: null, modified: null, movedTo: null },
};
async function request(place: string) {
  requested.push(place);
  nowMs += 1_000;
  if (isMadeUp(place)) throw new SiteError("missing", "The feed no longer exists");
  return Promise.resolve();
}
const feeds: ListedSite = {
  ...(connected("feeds") as ListedSite),
  fetchList: async (place) => {
    await request(place);
    return list;
  },
};
const forums = connected("discourse") as ForumSite;

beforeEach(async () => {
  nowMs = start;
  requested = [];
  Reflect.deleteProperty(globalThis, "earshotHostShares");
  await pool().query(
    `TRUNCATE "User", "Place", "ListRead", "Budget", "RecentItem", "Notification", "Gap" CASCADE`,
  );
});

const named = (word: string, count: number, host = "busy.example") =>
  Array.from({ length: count }, (_, n) => `https://${host}/${word}/${n}`);
async function watching(places: readonly string[], site = "feeds") {
  const user = await createUser({ plan: "pro" });
  const all = places.map((place) => `${site}:${place}`);
  for (let at = 0; at < all.length; at += 50)
    await createWatch(user, {
      keyword: `tidewater ${at}`,
      places: all.slice(at, at + 50),
      activeSince: new Date(nowMs - minuteMs),
    });
  return user;
}

/** Runs once and advances the clock by a minute. */
async function run(site: ListedSite | ForumSite = feeds) {
  const startedMs = nowMs;
  const clock = () => new Date(nowMs);
  await syncReads(pool(), clock());
  const budget = new Budget({
    ...{ clientId: "test", allShare: 0, window: site.window, clock },
    sleep: async () => {},
  });
  const context = { clock, deadline: new Date(startedMs + 52_000), faults: [], budget };
  const before = requested.length;
  if (site.reads === "lists") await readLists({ ...context, site }, { watches: new WatchSet() });
  else await readForums({ ...context, site }, { watches: new WatchSet() });
  nowMs = startedMs + minuteMs;
  return requested.slice(before);
}

test("keeps reading the feeds of a host while ten accounts invent URLs", async () => {
  const [mine] = named("mine", 1);
  await watching([mine!]);
  expect(await run()).toEqual([mine]);
  for (let n = 0; n < 10; n++) await watching(named(`made-up-${n}`, 200));
  const [young] = named("young", 1);
  await watching([young!]);
  const runs = [];
  for (let n = 0; n < 12; n++) runs.push(await run());
  expect(runs.flat().filter((place) => place === mine)).toHaveLength(2);
  expect(runs.flat().filter(isMadeUp).length).toBeGreaterThan(200);
  // It is read together with the first place of each account.
  expect(runs[0]!.indexOf(young!)).toBeGreaterThanOrEqual(0);
  expect(runs[0]!.indexOf(young!)).toBeLessThanOrEqual(10);
  const { readAt } = await prisma().placeRead.findFirstOrThrow({ where: { place: young!, kind: "post" } });
  expect(readAt).not.toBeNull();
});

test("reading slows down above 100 places per host and 10 per account, which coverage shows", async () => {
  const accounts = [];
  for (let n = 0; n < 12; n++) accounts.push(await watching(named(`blog-${n}`, 10)));
  await watching(named("many", 30));
  for (let n = 0; n < 8; n++) await run();
  nowMs += 6 * minuteMs;
  requested = [];
  for (let n = 0; n < 31; n++) await run();
  const times = new Map<string, number>();
  for (const place of requested) times.set(place, (times.get(place) ?? 0) + 1);
  const slowed = await prisma().place.findMany({ where: { slowdown: { gt: 1 } } });
  // 150 places: 100 are read at the usual rate, at most ten of them from the account that has thirty.
  expect(slowed).toHaveLength(50);
  expect(slowed.filter(({ name }) => name.includes("/many/")).length).toBeGreaterThanOrEqual(20);
  expect(new Set(slowed.map(({ slowdown }) => slowdown))).toEqual(new Set([1.5]));
  const of = (isSlow: boolean) =>
    [...times].flatMap(([place, count]) =>
      slowed.some(({ name }) => name === place) === isSlow ? [count] : [],
    );
  expect(of(false)).toHaveLength(100);
  expect(Math.min(...of(false))).toBeGreaterThanOrEqual(5);
  expect(Math.max(...of(true))).toBeLessThan(Math.min(...of(false)));
  expect(Math.min(...of(true))).toBeGreaterThanOrEqual(3);

  // When other accounts leave, more places return to the usual rate.
  await prisma().user.deleteMany({ where: { id: { in: accounts.map(({ id }) => id) } } });
  for (let n = 0; n < 7; n++) await run();
  expect(await prisma().place.count({ where: { slowdown: { gt: 1 }, watchedSince: { not: null } } })).toBe(
    20,
  );
});

test("reads the forums of one host in turn without delaying other hosts", async () => {
  const site = {
    ...forums,
    getHost: (place: string) => place.split("/")[0]!,
    fetchPosts: async (place: string) => {
      await request(place);
      return { posts: [], skipped: 0 };
    },
    fetchTitle: () => Promise.resolve(null),
  };
  await watching(
    Array.from({ length: 60 }, (_, n) => `busy.example/made-up/${n}`),
    "discourse",
  );
  await watching(["quiet.example"], "discourse");
  expect((await run(site)).slice(0, 3)).toContain("quiet.example");
});

test("reads lists that failed last time after the others", async () => {
  const failing = Array.from({ length: 40 }, (_, n) => `https://host${n}.example/made-up`);
  await watching(failing);
  await run();
  await pool().query(`UPDATE "PlaceRead" SET "nextAttemptAt" = NULL`);
  await pool().query(`UPDATE "ListRead" SET "nextReadAt" = to_timestamp(0)`);
  const mine = [0, 1, 2].map((n) => `https://quiet${n}.example/mine`);
  await watching(mine);
  // Ten hosts are read in parallel.
  expect((await run()).slice(0, 10)).toEqual(expect.arrayContaining(mine));
});

test("stores slowdowns as fast with statistics from before the site's places", async () => {
  const addPlaces = (site: string) =>
    pool().query(
      `INSERT INTO "Place" ("site", "name", "displayName", "watchedSince") SELECT $1, 'place' || n, '', now() FROM generate_series(1, 5000) n`,
      [site],
    );
  await addPlaces("reddit");
  const slowdowns = new Map(Array.from({ length: 2_000 }, (_, n) => [`place${n + 1}`, 2]));
  const ratio = await getRowRatio(
    () => addPlaces("feeds"),
    (tx) => setSlowdowns(tx, "feeds", slowdowns),
  );
  expect(ratio).toBeLessThan(10);
});
