import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSession, createUser, createWatch } from "../../prisma/factories";
import { type StartedSandbox, startSandbox } from "../../sandbox/server";
import { waitForBlockedQuery } from "../support/blocked-query";
import { call } from "../support/request";
import { emptyStream, getStreamUrls } from "../support/stream";
import * as listenRoute from "@/app/api/cron/listen/route";
import * as explain from "@/app/api/keywords/explain/route";
import * as preview from "@/app/api/keywords/preview/route";
import { listenResponse } from "@/contract/machine";
import { explainResponse, previewResponse } from "@/contract/preview";
import { isSampled, sampledOneIn } from "@/domain/reading/stream-sample";
import { env } from "@/env";
import { getHealth } from "@/server/operation/health";
import { scrapeMetrics } from "@/server/operation/metrics";
import { retain } from "@/server/operation/retention";
import { runListen, runPoll } from "@/server/operation/cron";
import { pool, transaction } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { autoRenewLeases } from "@/server/platform/auto-renew-leases";
import { stopping } from "@/server/platform/run";
import { assertLease, renewLeases, acquireLease } from "@/server/platform/leases";
import "../support/parallel-connections";

let sandbox: StartedSandbox;
let beat: NodeJS.Timeout;

beforeAll(async () => {
  sandbox = await startSandbox({ stream: false, historyHours: 0 });
  process.env.BLUESKY_STREAM_URLS = getStreamUrls(sandbox.url).join(",");
  process.env.BLUESKY_API_URL = `${sandbox.url}/bluesky`;
  process.env.SITES = "bluesky";
  process.env.SCHEDULER = "off";
  // The real stream always has some activity.
  beat = setInterval(() => sandbox.bluesky.world.become("clockwork", "throttled"), 50);
});
afterAll(() => {
  clearInterval(beat);
  return sandbox.close();
});
beforeEach(() => {
  // The first connection replays earlier posts.
  sandbox.bluesky.reset();
  return pool().query(emptyStream);
});

const watching = async (keyword = "tidewater") => {
  const user = await createUser();
  const since = new Date(Date.now() - 3_600_000);
  await createWatch(user, { keyword, places: ["bluesky:all"], activeSince: since });
  return (await createSession(user)).bearer;
};
const write = (text: string) => sandbox.bluesky.world.write({ text });
const notified = async (): Promise<string[]> =>
  (await pool().query<{ fullname: string }>(`SELECT "fullname" FROM "Notification"`)).rows
    .map(({ fullname }) => fullname)
    .sort();
const one = async <T>(statement: string) => (await pool().query(statement)).rows[0] as T | undefined;
async function listened() {
  const headers = { authorization: `Bearer ${env().CRON_SECRET}` };
  const response = await call(listenRoute.GET, "GET", "/api/cron/listen", { headers });
  expect(response.status).toBe(200);
  return listenResponse.parse(response.body);
}

test("without a resident reader, each run processes new events; a concurrent run is skipped", async () => {
  await watching();
  const early = write("tidewater, before the first connection");
  expect(await listened()).toMatchObject({ posts: 1, notifications: 1, gaps: 0 });
  const matches = [early, write("tidewater one"), write("tidewater two")].sort();
  write("something else");
  await sleep(5);
  const responses = await Promise.all([listened(), listened()]);
  expect(responses).toContainEqual({ skipped: true });
  expect(responses).toContainEqual(expect.objectContaining({ posts: 3, notifications: 2, gaps: 0 }));
  expect(await notified()).toEqual(matches);
  expect(await one(`SELECT "isResident" FROM "Stream"`)).toEqual({ isResident: false });
  const ended = `SELECT count(*)::int AS runs FROM "Run" WHERE "route" = 'listen' AND "tally" IS NOT NULL`;
  expect(await one(ended)).toEqual({ runs: 2 });
});

test("posts dated months back neither stop the stream nor count as a delay", async () => {
  await watching();
  await listened();
  await pool().query(`UPDATE "Watch" SET "activeSince" = now() - interval '90 days'`);
  await pool().query(`UPDATE "Place" SET "watchedSince" = now() - interval '90 days'`);
  const createdAt = new Date(Date.now() - 60 * 86_400_000).toISOString();
  sandbox.bluesky.world.write({ text: "an imported post", createdAt });
  const matched = write("tidewater");
  expect(await listened()).toMatchObject({ posts: 2, notifications: 1 });
  expect(await notified()).toEqual([matched]);
  const delay = await one<{ delayMs: number }>(`SELECT "delayMs" FROM "PlaceRead" WHERE "kind" = 'post'`);
  expect(delay!.delayMs).toBeLessThan(60_000);
});

test("a resident reader runs while there are watches, and stops on shutdown", async () => {
  const { SCHEDULER } = env();
  Object.assign(env(), { SCHEDULER: "on" });
  try {
    const staying = runListen();
    await sleep(500);
    expect(sandbox.bluesky.listeners("one")).toBe(0);
    await watching();
    await expect.poll(() => sandbox.bluesky.listeners("one")).toBe(1);
    await expect
      .poll(async () => (await one<{ cursor: string }>(`SELECT "cursor" FROM "Stream"`))?.cursor)
      .toBeTruthy();
    const matches = write("tidewater");
    await expect.poll(notified).toEqual([matches]);
    await pool().query(`UPDATE "Watch" SET "isActive" = false`);
    await runPoll();
    await expect.poll(() => sandbox.bluesky.listeners("one")).toBe(0);
    expect(await one(`SELECT FROM "Stream"`)).toBeUndefined();
    const stoppedMs = performance.now();
    stopping().requested = true;
    expect(await staying).toMatchObject({ notifications: 1 });
    expect(performance.now() - stoppedMs).toBeLessThan(6_000);
  } finally {
    Object.assign(env(), { SCHEDULER });
    stopping().requested = false;
  }
});

test("losing the lease aborts the holder's writes", async () => {
  const owner = newId();
  const { fence } = await acquireLease(pool(), "listen", owner, 10_000);
  const lease = { name: "listen", owner, fence: fence! };
  await transaction((tx) => assertLease(tx, lease));
  const retained = autoRenewLeases([lease], 2_000);
  await pool().query(`UPDATE "Lease" SET "fence" = "fence" + 1, "owner" = 'somebody'`);
  expect(await renewLeases(pool(), [lease], 10_000)).toEqual([]);
  await expect(transaction((tx) => assertLease(tx, lease))).rejects.toThrow("was lost");
  await expect.poll(() => retained.lost.get("listen")?.aborted).toBe(true);
  await retained.letGo();
});

test("a lease cannot be taken over during its holder's transaction", async () => {
  const owner = newId();
  const { fence } = await acquireLease(pool(), "listen", owner, 6_000);
  const order: string[] = [];
  let isBlocked = false;
  let expire = () => {};
  const expired = new Promise<void>((resolve) => (expire = resolve));
  const writing = transaction(async (tx) => {
    await assertLease(tx, { name: "listen", owner, fence: fence! });
    // Statements until the end, because the database ends idle transactions.
    while (!isBlocked) {
      const { rows } = await tx.query(
        `SELECT FROM "Lease" WHERE "name" = 'listen' AND "expiresAt" < clock_timestamp()`,
      );
      if (rows.length > 0) expire();
      await sleep(50);
    }
    order.push("written");
  });
  await expired;
  const used = acquireLease(pool(), "listen", "somebody", 10_000).then(({ fence: next }) =>
    order.push(`taken ${next! > fence!}`),
  );
  await waitForBlockedQuery(() => order.length > 0);
  isBlocked = true;
  await Promise.all([writing, used]);
  expect(order).toEqual(["written", "taken true"]);
});

test("skips events that repeatedly crash the reader and records a gap", async () => {
  await watching();
  await listened();
  write("tidewater, which nobody can bear");
  await sleep(5);
  await pool().query(`UPDATE "Stream" SET "attempts" = 2`);
  // The previous owner of the lease was killed.
  const killed = newId();
  await pool().query(`INSERT INTO "Run" ("id", "route", "startedAt") VALUES ($1, 'listen', now())`, [killed]);
  await pool().query(`UPDATE "Lease" SET "owner" = $1 WHERE "name" = 'listen:bluesky'`, [killed]);
  expect(await listened()).toMatchObject({ notifications: 0, gaps: 2 });
  expect(await one(`SELECT "attempts" FROM "Stream"`)).toEqual({ attempts: 0 });
  const matches = write("tidewater, again");
  await sleep(5);
  expect(await listened()).toMatchObject({ gaps: 0 });
  expect(await notified()).toEqual([matches]);
});

test("health and metrics report lag and throughput", async () => {
  await watching();
  write("something");
  await listened();
  write("something else");
  await sleep(5);
  await listened();
  const check = async () => (await getHealth()).checks.bluesky;
  expect(await check()).toEqual({ ok: true });
  await pool().query(`UPDATE "Stream" SET "at" = now() - interval '100 seconds'`);
  expect(await check()).toEqual({ ok: true });
  await pool().query(`UPDATE "Stream" SET "isResident" = true`);
  expect(await check()).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/no stream events for 1\d\d s/),
  });
  // The two reads can be on either side of a minute's end.
  await pool().query(
    `DELETE FROM "StreamMinute" WHERE "minute" < (SELECT max("minute") FROM "StreamMinute");
     UPDATE "StreamMinute" SET "minute" = date_trunc('minute', now()) - interval '1 minute', "posts" = 600`,
  );
  const result = await (await scrapeMetrics()).text();
  expect(result).toMatch(/earshot_stream_posts_per_second\{site="bluesky"\} 2\n/);
  expect(result).toMatch(/earshot_stream_events_per_second\{site="bluesky"\} \d/);
  expect(result).toMatch(/earshot_stream_lag_seconds\{site="bluesky"\} 1\d\d/);
  const later = new Date(Date.now() + 9 * 24 * 3_600_000);
  await retain(later, () => true);
  expect(await one(`SELECT FROM "StreamMinute"`)).toBeUndefined();
});

test("extrapolates a preview from the sample and fetches an unknown link", async () => {
  const bearer = await watching("in the harbour");
  await listened();
  let sampled = 0;
  for (let n = 0; sampled < 2; n += 1) if (isSampled(write(`an ordinary harbour ${n}`))) sampled += 1;
  const link = write("tidewater in the harbour");
  await sleep(5);
  await listened();
  const draft = { keyword: "ordinary", places: [{ site: "bluesky", name: "all" }] };
  const tried = await call(preview.POST, "POST", "/api/keywords/preview", { bearer, body: draft });
  expect(previewResponse.parse(tried.body).preview).toMatchObject({
    ...{ items: 2 * sampledOneIn, matched: 2 * sampledOneIn, isAbout: true, isBroad: false, hours: 1 },
    mails: { realtime: 4, hourly: 1, daily: 1 },
  });
  const [, , did, , key] = link.split("/");
  const url = `https://bsky.app/profile/${did}/post/${key}`;
  await pool().query(`DELETE FROM "Notification"; DELETE FROM "RecentItem"`);
  const queried = await call(explain.POST, "POST", "/api/keywords/explain", { bearer, body: { url } });
  const result = explainResponse.parse(queried.body);
  expect(result.asked).toMatchObject({ siteName: "Bluesky", outcome: "found" });
  expect(result.explanations.map(({ verdict }) => verdict)).toEqual(["would-match"]);
});
