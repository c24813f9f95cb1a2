import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { pollStart, startPolling } from "../../support/polling";
import { pool } from "@/server/platform/database";
import { WatchSet } from "@/server/recording/watch-set";
import "../../support/parallel-connections";

let polling: Awaited<ReturnType<typeof startPolling>>;
const minuteMs = 60_000;

beforeEach(async () => {
  polling = await startPolling();
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "WatchTotal" CASCADE`,
  );
  await pool().query(`INSERT INTO "Place" ("site", "name", "displayName") VALUES ('reddit', 'all', 'all')`);
});
afterEach(() => polling.close());

async function watch(subreddits: string[], keyword = "tidewater") {
  const user = await createUser();
  return createWatch(user, { keyword, subreddits, activeSince: pollStart });
}
async function notified(): Promise<string[]> {
  const { rows } = await pool().query<{ fullname: string }>(
    `SELECT "fullname" FROM "Notification" ORDER BY "fullname"`,
  );
  return rows.map((row) => row.fullname);
}
async function readAt(subreddit: string, kind = "post"): Promise<Date | null> {
  const { rows } = await pool().query(
    `SELECT "readAt" FROM "PlaceRead" WHERE "place" = $1 AND "kind" = $2::"ItemKind"`,
    [subreddit, kind],
  );
  return rows[0].readAt;
}
async function gaps() {
  return (await pool().query(`SELECT "place", "kind"::text, "fromAt", "toAt" FROM "Gap"`)).rows;
}
async function waitUntilSettled(): Promise<void> {
  for (let i = 0; i < 2; i++) {
    await polling.pollOnce();
    polling.world.advance(minuteMs);
  }
}

describe("polling", () => {
  test("finds a new post and comment once", async () => {
    await watch(["webdev"]);
    await waitUntilSettled();
    const post = polling.world.post({ subreddit: "webdev", title: "Tidewater is down" });
    const comment = polling.world.comment({ subreddit: "webdev", body: "I like tidewater" });
    polling.world.advance(minuteMs);
    expect(await polling.pollOnce()).toMatchObject({
      items: 2,
      matches: 2,
      notifications: 2,
      gaps: 0,
      faults: [],
    });
    expect(await notified()).toEqual([post, comment].sort());
    expect(await polling.pollOnce()).toMatchObject({ items: 0, matches: 0, notifications: 0 });
    expect((await notified()).length).toBe(2);
  });

  test("two concurrent polls record each item once", async () => {
    await watch(["webdev"]);
    await waitUntilSettled();
    polling.world.burst("webdev", "comment", 250, { keyword: "tidewater" });
    const [one, other] = await Promise.all([
      polling.pollOnce(),
      polling.pollOnce({ watches: new WatchSet() }),
    ]);
    expect(one.notifications + other.notifications).toBe(250);
    expect((await notified()).length).toBe(250);
  });

  test("matches the first read from the creation of the watch and reports no gap", async () => {
    for (let i = 0; i < 150; i++) polling.world.post({ subreddit: "webdev", title: "Old tidewater" });
    polling.world.advance(minuteMs);
    const user = await createUser();
    await createWatch(user, { keyword: "tidewater", subreddits: ["webdev"], activeSince: polling.clock() });
    polling.world.advance(5_000);
    const fresh = polling.world.post({ subreddit: "webdev", title: "New tidewater" });
    expect(await polling.pollOnce()).toMatchObject({ notifications: 1, gaps: 0 });
    polling.world.advance(minuteMs);
    expect(await polling.pollOnce()).toMatchObject({ notifications: 0, gaps: 0 });
    expect(await notified()).toEqual([fresh]);
  });

  test("a watch created while a page is loading matches that page", async () => {
    await watch(["webdev"], "something else");
    await waitUntilSettled();
    const item = polling.world.post({ subreddit: "webdev", title: "tidewater" });
    const watches = new WatchSet();
    await watches.current(polling.clock());
    const user = await createUser();
    const late = await createWatch(user, {
      keyword: "tidewater",
      subreddits: ["webdev"],
      activeSince: polling.clock(),
    });
    await polling.pollOnce({ watches });
    const { rows } = await pool().query(`SELECT "watchId", "fullname" FROM "Notification"`);
    expect(rows).toEqual([{ watchId: late.id, fullname: item }]);
  });

  test("a post that is approved late alerts once", async () => {
    await watch(["webdev"]);
    await waitUntilSettled();
    const createdAt = polling.clock();
    polling.world.advance(20 * minuteMs);
    for (let i = 0; i < 30; i++) polling.world.post({ subreddit: "webdev", title: "in between" });
    await waitUntilSettled();
    const late = polling.world.approveLate({ subreddit: "webdev", title: "a late tidewater", createdAt });
    await waitUntilSettled();
    expect(await notified()).toEqual([late]);
  });
});

describe("bursts between two polls", () => {
  test("finds all 700 new items", async () => {
    await watch(["webdev", "startups"]);
    polling.world.comment({ subreddit: "webdev", body: "Hello" });
    await waitUntilSettled();
    polling.world.burst("webdev", "comment", 700, { keyword: "tidewater", overSeconds: 50 });
    polling.world.advance(minuteMs);
    expect(await polling.pollOnce()).toMatchObject({ notifications: 700, gaps: 0 });
    expect(await gaps()).toEqual([]);
  });

  test("1,500 new items: records and reports the unlisted ones as a gap", async () => {
    await watch(["webdev", "startups"]);
    await waitUntilSettled();
    const before = await readAt("webdev", "comment");
    polling.world.burst("webdev", "comment", 1_500, { keyword: "tidewater", overSeconds: 50 });
    polling.world.advance(minuteMs);
    expect(await polling.pollOnce()).toMatchObject({ notifications: 1_000, gaps: 1 });
    const [gap, ...rest] = await gaps();
    expect(rest).toEqual([]);
    expect(gap).toMatchObject({ place: "webdev", kind: "comment", fromAt: before });
    polling.world.advance(minuteMs);
    expect(await polling.pollOnce()).toMatchObject({ notifications: 0, gaps: 0 });
  });

  test("excludes items recorded by an interrupted read from the gap", async () => {
    await watch(["webdev"]);
    polling.world.burst("webdev", "comment", 400, { overSeconds: 3_000 });
    await waitUntilSettled();
    const burstAt = polling.clock();
    polling.world.burst("webdev", "comment", 700, { keyword: "tidewater", overSeconds: 50 });
    polling.world.advance(minuteMs);
    // Seven pages arrive. The eighth, which would have reached the last position, fails.
    polling.failures.set({ mode: "json", status: 503, kind: "comment", skip: 7, count: 1 });
    expect((await polling.pollOnce()).faults.length).toBe(1);
    polling.world.burst("webdev", "comment", 600, { keyword: "tidewater", overSeconds: 50 });
    polling.world.advance(minuteMs);
    expect(await polling.pollOnce()).toMatchObject({ gaps: 1 });
    expect((await notified()).length).toBe(1_300);
    const [gap] = await gaps();
    expect(gap.toAt.getTime()).toBeLessThan(burstAt.getTime() - 40_000);
  });
});
