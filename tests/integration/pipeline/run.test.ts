import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { createDelivery, createUser, createWatch } from "../../../prisma/factories";
import { databaseNow, pool, transaction } from "@/server/platform/database";
import { getHealth } from "@/server/operation/health";
import { readMetrics } from "@/server/operation/statements/metrics";
import { forgetfulSites } from "@/server/reading/site";
import { insertGaps } from "@/server/recording/statements/gaps";
import { recordRead } from "@/server/recording/record";
import { requestStop, runCron, stopping } from "@/server/platform/run";
import { inBackground } from "@/server/platform/work";
import { insertNotifications } from "@/server/recording/statements/notifications";
import { assertLease, releaseLeases, acquireLease } from "@/server/platform/leases";
import { newId } from "@/server/platform/ids";

const now = new Date("2026-11-21T14:03:07.000Z");

afterEach(() => {
  vi.useRealTimers();
  stopping().requested = false;
  stopping().ending = new AbortController();
});

test("aborts in-flight work within ten seconds of a stop request", async () => {
  const result = runCron("poll", async (context) => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    requestStop();
    expect(context.deadline).toEqual(new Date(0));
    expect(context.signal?.aborted).toBe(false);
    vi.advanceTimersByTime(9_000);
    vi.useRealTimers();
    return { isEnded: context.signal?.aborted };
  });
  expect(await result).toEqual({ isEnded: true });
});

test("releases the lease even if the run row cannot be written", async () => {
  const broken = runCron("retention", async (context) => {
    context.faults.push({ unit: "one", error: "a NUL: \0" });
    return {};
  });
  await expect(broken).rejects.toThrow();
  expect(await runCron("retention", async () => ({ ran: true }))).toEqual({ ran: true });
});

test("does not store user data from error messages in the run row", async () => {
  const failing = runCron("deliver", () => Promise.reject(new Error(`no "tidewater" for maya@example.com`)));
  await expect(failing).rejects.toThrow();
  const { rows } = await pool().query(`SELECT "faults"::text AS faults FROM "Run" WHERE "route" = 'deliver'`);
  expect(rows[0].faults).toContain("deliver");
  expect(rows[0].faults).not.toMatch(/tidewater|maya/);
});

test("a run's clock isn't ahead of the database after a wait for a connection", async () => {
  const busy = Array.from({ length: 50 }, () => inBackground(() => pool().query("SELECT pg_sleep(0.05)")));
  const aheadMs = await runCron("retention", async ({ clock }) => {
    const nowMs = clock().getTime();
    return { aheadMs: nowMs - (await databaseNow()).getTime() };
  });
  await Promise.all(busy);
  expect(aheadMs).toEqual({ aheadMs: expect.any(Number) });
  expect((aheadMs as { aheadMs: number }).aheadMs).toBeLessThan(50);
});

test("allows the next run as soon as the previous one has ended", async () => {
  for (let n = 0; n < 50; n += 1) {
    const owner = newId();
    const { fence } = await acquireLease(pool(), "deliver", owner, 60_000);
    expect(fence).not.toBeNull();
    await releaseLeases(pool(), owner);
  }
});

test("a process hanging in a transaction does not block others", async () => {
  const [name, owner] = ["listen", newId()];
  const { fence } = await acquireLease(pool(), name, owner, 10);
  let [wake, hang] = [() => {}, () => {}];
  const stillness = new Promise<void>((resolve) => (wake = resolve));
  const hanging = new Promise<void>((resolve) => (hang = resolve));
  const current = transaction(async (tx) => {
    await tx.query(
      `UPDATE "Lease" SET "expiresAt" = clock_timestamp() + interval '1 hour' WHERE "name" = $1`,
      [name],
    );
    await assertLease(tx, { name, owner, fence: fence! });
    hang();
    await stillness;
    await tx.query("SELECT 1");
  });
  const refused = expect(current).rejects.toThrow();
  await hanging;
  // Another process gets the lease after the database has ended the transaction.
  const other = new pg.Client(process.env.DATABASE_URL);
  await other.connect();
  const used = await vi.waitUntil(
    async () => {
      const { fence: next } = await acquireLease(other, name, newId(), 8_000);
      return next;
    },
    { timeout: 60_000, interval: 100 },
  );
  await other.end();
  expect(used).toBe(fence! + 1n);
  wake();
  await refused;
}, 90_000);

test("matches a long read chunk by chunk, not all in advance", async () => {
  const rules = Array.from({ length: 20_001 }, () => ({ watchId: newId(), revision: 1 }));
  const items = [0, 1, 2].map((at) => ({
    fullname: `t3_chunk${at}`,
    kind: "post" as const,
    site: "reddit",
    place: "webdev",
    title: "tidewater",
    body: "",
    html: null,
    author: null,
    url: "https://www.reddit.com/",
    createdAt: new Date(now.getTime() + at),
    over18: false,
  }));
  let calls = 0;
  const match = () => {
    if (++calls === 3) throw new Error("out of memory");
    return rules as never;
  };
  const recording = { items, match, isNamed: () => true, outcomes: [], gaps: [], now };
  await expect(recordRead(recording)).rejects.toThrow("out of memory");
  const { rows } = await pool().query(
    `SELECT "fullname" FROM "RecentItem" WHERE "fullname" LIKE 't3_chunk%'`,
  );
  // Only the first item is recorded; the second exceeds the chunk.
  expect(rows).toEqual([{ fullname: "t3_chunk0" }]);
});

test("loses no email if the time zone changes while a match is recorded", async () => {
  const user = await createUser({ emailFrequency: "daily", timeZone: "Asia/Tokyo" });
  const watch = await createWatch(user, { keyword: "tidewater", subreddits: ["webdev"] });
  const match = {
    id: newId(),
    watchId: watch.id,
    revision: 1,
    fullname: "t3_zone",
    site: "reddit",
    place: "webdev",
  };
  const fallback = {
    day: "2026-11-21",
    hourly: new Date("2026-11-21T15:00:00Z"),
    daily: new Date("2026-11-22T08:00:00Z"),
  };
  await insertNotifications(pool(), [match], [], now, fallback);
  const { rows } = await pool().query(`SELECT "dueAt" FROM "OutboxEntry" WHERE "notificationId" = $1`, [
    match.id,
  ]);
  expect(rows[0].dueAt).toEqual(fallback.daily);
});

test("health reports missing delivery runs if polls fail to send", async () => {
  const poll = (faults: object[]) =>
    pool().query(
      `INSERT INTO "Run" ("id", "route", "startedAt", "finishedAt", "tally", "faults") VALUES ($1, 'poll', now(), now(), '{}', $2)`,
      [newId(), JSON.stringify(faults)],
    );
  await pool().query(`TRUNCATE "Run"`);
  await poll([{ unit: "messages", error: "a timeout" }]);
  const deliver = async () => (await getHealth()).checks.deliver;
  expect(await deliver()).toMatchObject({ ok: false });
  await poll([{ unit: "read webdev", error: "a timeout" }]);
  expect(await deliver()).toMatchObject({ ok: true });
});

test("health reports an email given up after 23 hours", async () => {
  const user = await createUser();
  await pool().query(
    `INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "dedupeKey", "status", "requestKey", "firstAttemptAt", "nextAttemptAt", "createdAt")
     VALUES ($2, $3, $3, 'email', 'a key', 'unknown', $1, now() - interval '23 hours', now(), now() - interval '26 hours')`,
    [newId(), newId(), user.id],
  );
  const { checks } = await getHealth();
  expect(checks.deliveries).toEqual({ ok: false, detail: "1 failed or unknown in 48 h" });
});

test("health ignores messages that a user's own destination refused, but not those we couldn't render", async () => {
  const user = await createUser();
  const deliveries = async () => {
    const { checks } = await getHealth();
    return checks.deliveries;
  };
  await pool().query(`TRUNCATE "Delivery" CASCADE`);
  for (const channel of ["slack", "webhook", "discord"] as const)
    await createDelivery(user, { channel, dedupeKey: channel, status: "failed", reason: "404 no_service" });
  expect(await deliveries()).toEqual({ ok: true });
  await createDelivery(user, { channel: "slack", status: "failed", reason: "render" });
  await createDelivery(user, { channel: "webhook", status: "failed", reason: "undecryptable" });
  expect(await deliveries()).toEqual({ ok: false, detail: "2 failed or unknown in 48 h" });
});

test.each([
  ["fediverse", "all", 9, { ok: true }],
  ["fediverse", "all", 10, { ok: false, detail: "2 open in 24 h" }],
  ["fediverse", "#rust@social.example", 9, { ok: false, detail: "2 open in 24 h" }],
  ["bluesky", "all", 9, { ok: false, detail: "2 open in 24 h" }],
])("health with gaps in '%s:%s' of %i minutes: %j", async (site, place, minutes, expected) => {
  await pool().query(`TRUNCATE "Gap"`);
  const [fromAt, toAt] = [new Date(Date.now() - minutes * 60_000), new Date()];
  const gaps = (["post", "comment"] as const).map((kind) => ({
    ...{ id: newId(), site, place, kind, fromAt, toAt },
  }));
  await insertGaps(pool(), gaps, toAt);
  const { checks } = await getHealth();
  expect(checks.gaps).toEqual(expected);
  expect((await readMetrics(pool(), [], forgetfulSites())).find(({ name }) => name === "gaps_found")).toEqual(
    {
      ...{ name: "gaps_found", labels: {}, value: expected.ok ? 0 : 2 },
    },
  );
});
