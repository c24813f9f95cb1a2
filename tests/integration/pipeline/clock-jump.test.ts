import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { pollStart, startPolling } from "../../support/polling";
import { pool } from "@/server/platform/database";
import { getHealth } from "@/server/operation/health";
import { newId } from "@/server/platform/ids";
import { runCron } from "@/server/platform/run";

let polling: Awaited<ReturnType<typeof startPolling>>;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

beforeEach(async () => {
  polling = await startPolling();
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "Gap", "Budget", "Run", "Lease" CASCADE`,
  );
  await pool().query(`INSERT INTO "Place" ("site", "name", "displayName") VALUES ('reddit', 'all', 'all')`);
});
afterEach(() => polling.close());

async function watched(subreddits: string[]): Promise<void> {
  await createWatch(await createUser(), { keyword: "tidewater", subreddits, activeSince: pollStart });
  for (const subreddit of subreddits) polling.world.post({ subreddit, title: "Hello" });
  for (let n = 0; n < 2; n += 1) {
    await polling.pollOnce();
    polling.world.advance(minuteMs);
  }
}
async function notified(): Promise<string[]> {
  const { rows } = await pool().query<{ fullname: string }>(`SELECT "fullname" FROM "Notification"`);
  return rows.map((row) => row.fullname).sort();
}
/** The latest time of a past or scheduled read. */
async function latestMoment(): Promise<Date> {
  const { rows } = await pool().query(
    `SELECT greatest(max(r."readAt"), max(r."triedAt"), max(r."sweptAt"), max(r."storedTo"), max(r."nextAttemptAt"),
       max(s."checkedAt"), max(s."watchedSince"), (SELECT max("windowStart") FROM "Budget")) AS at
     FROM "PlaceRead" r JOIN "Place" s ON s."site" = r."site" AND s."name" = r."place"`,
  );
  return rows[0].at;
}

test("resets future times and loses no posts after the clock jumped a day ahead and back", async () => {
  await watched(["webdev", "startups"]);
  const burst = () => polling.world.burst("webdev", "post", 300, { keyword: "tidewater", overSeconds: 50 });
  const written = burst();
  polling.world.advance(minuteMs);
  expect(await polling.pollOnce({ aheadMs: dayMs })).toMatchObject({ notifications: 300 });
  polling.world.setHealth("startups", "private");
  polling.sandbox.reddit.habits.privateMember = "refuses";
  written.push(...burst());
  polling.world.advance(minuteMs);
  // The read fails after two pages.
  polling.failures.set({ mode: "json", status: 503, subreddit: "webdev", kind: "post", skip: 2 });
  await polling.pollOnce({ aheadMs: dayMs });
  expect((await latestMoment()).getTime()).toBeGreaterThan(polling.clock().getTime() + dayMs / 2);

  polling.failures.clear();
  polling.world.setHealth("startups", "ok");
  written.push(polling.world.post({ subreddit: "startups", title: "tidewater" }));
  polling.world.advance(minuteMs);
  expect(await polling.pollOnce()).toMatchObject({ gaps: 0, faults: [] });
  expect(await notified()).toEqual(written.sort());
  expect((await latestMoment()).getTime()).toBeLessThanOrEqual(polling.clock().getTime() + minuteMs);
  expect((await pool().query(`SELECT FROM "Gap"`)).rowCount).toBe(0);
});

test("records a gap if posts exceed the site's listing limit after a clock jump", async () => {
  await watched(["webdev"]);
  await polling.pollOnce({ aheadMs: dayMs });
  polling.world.burst("webdev", "post", 1_400, { keyword: "tidewater", overSeconds: 50 });
  polling.world.advance(minuteMs);
  expect(await polling.pollOnce()).toMatchObject({ notifications: 1_000, gaps: 1 });
});

test.each([
  ["opened and used up a window a day ahead", { windowStart: dayMs, used: 985, pausedUntil: null }],
  ["recorded a pause until tomorrow", { windowStart: 0, used: 0, pausedUntil: dayMs }],
])("a clock that %s does not stop reading", async (_name, { windowStart, used, pausedUntil }) => {
  await watched(["webdev"]);
  const moment = (ms: number) => new Date(polling.clock().getTime() + ms);
  await pool().query(`UPDATE "Budget" SET "windowStart" = $1, "used" = $2, "pausedUntil" = $3`, [
    moment(windowStart),
    used,
    pausedUntil === null ? null : moment(pausedUntil),
  ]);
  const post = polling.world.post({ subreddit: "webdev", title: "tidewater" });
  polling.world.advance(minuteMs);
  const { requests } = await polling.pollOnce();
  expect(await notified()).toEqual([post]);
  const { rows } = await pool().query(`SELECT "windowStart", "used", "pausedUntil" FROM "Budget"`);
  const present = new Date(Math.floor(polling.clock().getTime() / 600_000) * 600_000);
  expect(rows).toEqual([{ windowStart: present, used: requests, pausedUntil: null }]);
});

test("ignores a lease taken by a fast clock, but respects a running one", async () => {
  const work = async () => ({ worked: true });
  const lockFor = (interval: string) =>
    pool().query(
      `INSERT INTO "Lease" ("name", "owner", "expiresAt") VALUES ('poll', $1, clock_timestamp() + $2::interval)
       ON CONFLICT ("name") DO UPDATE SET "expiresAt" = excluded."expiresAt"`,
      [newId(), interval],
    );
  await lockFor("1 day");
  expect(await runCron("poll", work)).toEqual({ worked: true });
  await lockFor("20 seconds");
  expect(await runCron("poll", work)).toEqual({ skipped: true });
});

test("a run with a future date does not hide missed runs from the health check", async () => {
  await pool().query(
    `INSERT INTO "Run" ("id", "route", "startedAt", "finishedAt", "tally", "faults")
     SELECT gen_random_uuid(), 'poll', at, at + interval '5 seconds', '{}', '[]'
     FROM unnest(ARRAY[clock_timestamp() - interval '10 minutes', clock_timestamp() + interval '1 day']) AS at`,
  );
  expect((await getHealth()).checks.poll).toMatchObject({ ok: false });
});
