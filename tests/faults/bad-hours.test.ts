import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import { pool } from "@/server/platform/database";
import { getHealth } from "@/server/operation/health";
import { readHealth } from "@/server/operation/statements/health";
import { newId } from "@/server/platform/ids";
import { deliverDue } from "../support/deliver-due";
import { retain } from "@/server/operation/retention";
import { runCron } from "@/server/platform/run";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { compare, recordFaults } from "../support/fault-report";
import { emptyOutbox, makeUser, createPendingEmail } from "../support/pending-email";
import { type MailProvider, startMailProvider } from "../support/mail-provider";
import { countOverdueEntries } from "../support/overdue-entries";
import { pollStart, startPolling } from "../support/polling";

const minuteMs = 60_000;
/** Overrides the last poll's age in the health check, because the database clock keeps running. */
const result = vi.hoisted(() => ({ pollAgeMs: null as number | null }));
vi.mock("@/server/operation/statements/health", async (original) => {
  const real = await original<typeof import("@/server/operation/statements/health")>();
  const readHealth: typeof real.readHealth = async (...requested) => {
    const read = await real.readHealth(...requested);
    return result.pollAgeMs === null ? read : { ...read, pollAgeMs: result.pollAgeMs };
  };
  return { ...real, readHealth };
});
let provider: MailProvider;

beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
beforeEach(async () => {
  await emptyOutbox();
  await pool().query(`TRUNCATE "Place", "RecentItem", "Gap", "WatchTotal", "Run", "Lease" CASCADE`);
  await pool().query(`INSERT INTO "Place" ("site", "name", "displayName") VALUES ('reddit', 'all', 'all')`);
  provider.mails.length = provider.requests.length = 0;
});
afterEach(() => {
  result.pollAgeMs = null;
  vi.useRealTimers();
});
afterAll(() => provider.close());

async function sendAll(clock: () => Date): Promise<void> {
  await enqueueDueDeliveries(clock());
  await deliverDue(clock, () => new Date(clock().getTime() + minuteMs));
}

test("of ten simultaneous runs of one cron only one works, and a run killed at its limit is replaced", async () => {
  let worked = 0;
  let refused = 0;
  let release: () => void;
  const allCame = new Promise<void>((came) => (release = came));
  // The working run waits until all others have been refused or are working too.
  const come = () => void (worked + refused === 10 && release());
  const slow = async () => {
    worked += 1;
    come();
    await allCame;
    return { worked };
  };
  const call = async () => {
    const response = await runCron("poll", slow);
    if ("skipped" in response) refused += 1;
    come();
    return response;
  };
  const responses = await Promise.all(Array.from({ length: 10 }, call));
  expect(responses.filter((response) => "skipped" in response)).toHaveLength(9);
  expect(worked).toBe(1);
  // A killed run leaves its lease behind until it expires.
  await pool().query(
    `UPDATE "Lease" SET "owner" = $1, "expiresAt" = clock_timestamp() + interval '20 seconds' WHERE "name" = 'poll'`,
    [newId()],
  );
  expect(await runCron("poll", slow)).toEqual({ skipped: true });
  await pool().query(
    `UPDATE "Lease" SET "expiresAt" = clock_timestamp() - interval '1 second' WHERE "name" = 'poll'`,
  );
  expect(await runCron("poll", slow)).toEqual({ worked: 2 });
  recordFaults({
    fault: "ten runs of one cron at once",
    injected: 10,
    lost: 0,
    doubled: worked - 2,
    stuck: 0,
  });
});

test("after six hours without cron runs it catches up and records truncated listings as gaps", async () => {
  const polling = await startPolling();
  const user = await createUser();
  const subreddits = ["webdev", "Coffee"];
  await createWatch(user, { keyword: "tidewater", subreddits, activeSince: pollStart });
  for (const subreddit of subreddits) polling.world.post({ subreddit, title: "Hello" });
  for (let n = 0; n < 2; n++) {
    await polling.pollOnce();
    polling.world.advance(minuteMs);
  }
  const last = polling.clock();
  polling.world.advance(6 * 60 * minuteMs);
  // Written in the preceding hours.
  const overSeconds = 6 * 3600 - 120;
  const written = polling.world.burst("webdev", "post", 300, { keyword: "tidewater", overSeconds });
  const hidden = polling.world.burst("Coffee", "post", 1_300, { keyword: "tidewater", overSeconds });
  const tally = await polling.pollOnce();
  const { rows } = await pool().query<{ fullname: string }>(`SELECT "fullname" FROM "Notification"`);
  const found = new Set(rows.map(({ fullname }) => fullname));
  const { rows: gaps } = await pool().query(`SELECT "place", "fromAt", "toAt" FROM "Gap"`);
  const missing = hidden.filter((fullname) => !found.has(fullname)).length;
  console.log(
    `silent for six hours: ${found.size} of ${written.length + hidden.length} found in one poll of ${tally.requests} requests, ${missing} in a stated gap`,
  );
  recordFaults({
    fault: "cron silent for six hours",
    injected: 1,
    lost: compare(
      written,
      rows.map(({ fullname }) => fullname),
    ).lost,
    doubled: rows.length - found.size,
    stuck: 0,
  });
  expect(written.filter((fullname) => !found.has(fullname))).toEqual([]);
  expect(found.size).toBe(rows.length);
  expect(missing).toBeGreaterThan(0);
  expect(gaps).toEqual([{ place: "coffee", fromAt: expect.any(Date), toAt: expect.any(Date) }]);
  expect(gaps[0].fromAt.getTime()).toBeLessThanOrEqual(last.getTime());
  expect(gaps[0].toAt.getTime()).toBeGreaterThan(last.getTime());
  await polling.close();
});

test.each([
  [180_000, true],
  [180_001, false],
])(
  "with the last poll %i ms ago the health check is %s, with a limit of three missed runs",
  async (ageMs, ok) => {
    await pool().query(
      `INSERT INTO "Run" ("id", "route", "startedAt", "finishedAt", "tally")
     SELECT gen_random_uuid(), 'poll', at - interval '5 seconds', at, '{}'
     FROM (SELECT clock_timestamp() - interval '100 seconds' AS at) AS last`,
    );
    expect((await readHealth(pool(), ["reddit"], [], [])).pollAgeMs).toBeGreaterThanOrEqual(100_000);
    result.pollAgeMs = ageMs;
    const { status, checks } = await getHealth();
    expect(checks.poll?.ok).toBe(ok);
    expect(status).toBe(ok ? "ok" : "degraded");
  },
);

test("runs use the database clock if the app's clock is a day ahead or behind", async () => {
  const real = Date.now();
  const clocks: number[] = [];
  for (const offsetMs of [86_400_000, -86_400_000, 0]) {
    vi.useFakeTimers({ toFake: ["Date"], now: real + offsetMs, shouldAdvanceTime: true });
    const response = await runCron("deliver", async ({ clock, deadline }) => {
      clocks.push(clock().getTime() - real);
      return { isEarly: clock() < deadline };
    });
    expect(response).toEqual({ isEarly: true });
    vi.useRealTimers();
  }
  for (const distanceMs of clocks) expect(Math.abs(distanceMs)).toBeLessThan(600_000);
  const { rows } = await pool().query(
    `SELECT count(*)::int AS n FROM "Run" WHERE "finishedAt" >= "startedAt" AND "startedAt" > now() - interval '10 minutes'`,
  );
  expect(rows).toEqual([{ n: 3 }]);
  recordFaults({ fault: "the app's clock stepping", injected: 2, lost: 0, doubled: 0, stuck: 0 });
});

test("retention during digest reads causes no error, is exact at the boundary and keeps the other digest items", async () => {
  const now = new Date("2026-11-21T14:03:07.250Z");
  const setAtMs = performance.now();
  const clock = () => new Date(now.getTime() + performance.now() - setAtMs);
  const ninetyDays = 90 * 86_400_000;
  const retained: string[] = [];
  for (let n = 0; n < 60; n++) {
    const user = await makeUser();
    const title = `kept ${n}.`;
    retained.push(title);
    await createPendingEmail(user.id, now, { title, createdAt: new Date(now.getTime() - ninetyDays) });
    await createPendingEmail(user.id, now, {
      title: `gone ${n}.`,
      createdAt: new Date(now.getTime() - ninetyDays - 1),
    });
  }
  const deleted = await Promise.all([
    sendAll(clock).then(() => 0),
    ...Array.from({ length: 4 }, () => retain(now, () => true).then(({ notifications }) => notifications)),
  ]);
  expect(deleted.reduce((sum, count) => sum + count, 0)).toBe(60);
  await sendAll(clock);
  const carried = provider.mails.flatMap(({ html }) =>
    [...html.replaceAll(/<[^>]+>/g, "").matchAll(/kept \d+\./g)].map(([title]) => title),
  );
  const mailed = compare(retained, [...new Set(carried)]);
  const stuck = await countOverdueEntries();
  recordFaults({ fault: "retention while a digest reads", injected: 4, ...mailed, stuck });
  expect({ mailed, stuck, mails: provider.mails.length }).toEqual({
    mailed: { lost: 0, doubled: 0 },
    stuck: 0,
    mails: 60,
  });
});
