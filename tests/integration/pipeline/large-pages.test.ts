import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { pollStart, startPolling } from "../../support/polling";
import { pool } from "@/server/platform/database";
import { recordRead } from "@/server/recording/record";

let polling: Awaited<ReturnType<typeof startPolling>>;
const minuteMs = 60_000;
const mb = 1024 * 1024;

beforeEach(async () => {
  polling = await startPolling();
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "WatchTotal" CASCADE`,
  );
  await pool().query(`INSERT INTO "Place" ("site", "name", "displayName") VALUES ('reddit', 'all', 'all')`);
});
afterEach(() => polling.close());

async function watched(subreddits: string[]): Promise<void> {
  await createWatch(await createUser(), { keyword: "tidewater", subreddits, activeSince: pollStart });
  for (let n = 0; n < 3; n += 1) polling.world.post({ subreddit: "webdev", title: "Hello" });
  for (let n = 0; n < 2; n += 1) {
    await polling.pollOnce();
    polling.world.advance(minuteMs);
  }
}
async function notified(): Promise<string[]> {
  const { rows } = await pool().query<{ fullname: string }>(`SELECT "fullname" FROM "Notification"`);
  return rows.map((row) => row.fullname).sort();
}
async function readAt(subreddit: string): Promise<Date> {
  const { rows } = await pool().query(
    `SELECT "readAt" FROM "PlaceRead" WHERE "place" = $1 AND "kind" = 'post'`,
    [subreddit],
  );
  return rows[0].readAt;
}
/** Returns the `limit` parameter of each request for posts. */
function limits(): string[] {
  return polling.sandbox.reddit.requested
    .filter(({ path }) => path.endsWith("/new"))
    .map(({ query }) => new URLSearchParams(query).get("limit") ?? "");
}

test.each([["webdev"], ["all"]])(
  "reads a page of %s above 20 MB in smaller pages and starts smaller next time",
  async (name) => {
    await watched([name]);
    const written = polling.world.burst("webdev", "post", 130, { keyword: "tidewater", overSeconds: 50 });
    polling.world.advance(minuteMs);
    const before = await readAt(name);
    polling.sandbox.reddit.requested.length = 0;
    polling.failures.set({ mode: "bloated", path: "/new$", bytes: mb / 2 });
    expect(await polling.pollOnce()).toMatchObject({ notifications: 130, gaps: 0, faults: [] });
    expect(limits().slice(0, 3)).toEqual(["100", "50", "25"]);
    expect(await notified()).toEqual([...written].sort());
    expect((await readAt(name)).getTime()).toBeGreaterThan(before.getTime());

    polling.sandbox.reddit.requested.length = 0;
    polling.world.advance(minuteMs);
    expect(await polling.pollOnce()).toMatchObject({ notifications: 0, faults: [] });
    expect(limits().slice(0, 2)).toEqual(["50", "25"]);
    polling.failures.clear();
    for (let n = 0; n < 5; n += 1) {
      polling.world.advance(minuteMs);
      await polling.pollOnce();
    }
    polling.sandbox.reddit.requested.length = 0;
    await polling.pollOnce();
    expect(limits()).toEqual(["100"]);
  },
);

test.each([
  ["the newest of all", 0],
  ["in the middle", 61],
  ["the last that is listed", 132],
])("skips and reports an item above 20 MB (%s) and reads the others", async (_name, behind) => {
  await watched(["webdev"]);
  const written = polling.world.burst("webdev", "post", 130, { keyword: "tidewater", overSeconds: 50 });
  polling.world.advance(minuteMs);
  const listed = [...polling.world.posted()].map((one) => one.fullname);
  const giant = listed[listed.length - 1 - behind]!;
  polling.failures.set({ mode: "bloated", path: "/new$", fullname: giant, bytes: 21 * mb });
  const done = await polling.pollOnce();
  expect(done.faults).toEqual([{ unit: "posts of webdev", error: "1 items skipped" }]);
  expect(done.requests).toBeLessThan(25);
  polling.world.advance(minuteMs);
  expect((await polling.pollOnce()).requests).toBeLessThan(25);
  expect(await notified()).toEqual(written.filter((fullname) => fullname !== giant).sort());
  expect((await pool().query(`SELECT FROM "Gap"`)).rowCount).toBe(0);
});

test("listed articles are settled together, however many they are", async () => {
  const settled = Array.from({ length: 40_000 }, (_, n) => `news:${n}`);
  await pool().query(
    `INSERT INTO "ListedItem" ("site", "fullname", "item", "listedAt") SELECT 'news', f, '{}', now() FROM unnest($1::text[]) AS f`,
    [[...settled, "news:later"]],
  );
  await recordRead({
    ...{ items: [], match: () => [], isNamed: () => true, outcomes: [], gaps: [], now: new Date() },
    file: { site: "news", read: null, settled },
  });
  const { rows } = await pool().query(`DELETE FROM "ListedItem" RETURNING "fullname"`);
  expect(rows).toEqual([{ fullname: "news:later" }]);
});
