import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createNotification, createSession, createUser, createWatch } from "../../prisma/factories";
import { startSandbox } from "../../sandbox/server";
import { pool } from "@/server/platform/database";
import { linkedItems } from "../support/mailed-items";
import { startOpenStore } from "../support/open-store";
import { callCron, sandboxAddresses, serveApp, type ServedApp } from "../support/served-app";
import { testSettings } from "../support/settings";
import { type LoadCall, steadyLoad } from "../support/steady-load";

/** SOAK_MINUTES=30 is the full run; half a minute is too short to detect a leak. */
const minutes = Number(process.env.SOAK_MINUTES ?? 0.3);
const isWhole = minutes >= 10;
const perSecond = 100;
const writeEveryMs = isWhole ? 20_000 : 1_000;
const sampleEveryMs = isWhole ? 30_000 : 2_000;
/** In the first third caches fill up and the heap grows to its normal size. A leak shows later. */
const warmUpShare = 1 / 3;
const slopeLimit = 1;

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let store: Awaited<ReturnType<typeof startOpenStore>>;
let app: ServedApp;

beforeAll(async () => {
  sandbox = await startSandbox({ historyHours: 1 });
  store = await startOpenStore();
  app = await serveApp(
    "soak",
    {
      ...sandboxAddresses(sandbox.url),
      UPSTASH_REDIS_REST_URL: store.url,
      DATABASE_URL: process.env.DATABASE_URL,
      SCHEDULER: "on",
    },
    [pathToFileURL("tests/support/collect-on-signal.mjs").href],
  );
});
afterAll(async () => {
  await app.stop();
  await sandbox.close();
  store.close();
});

interface Sample {
  atMinutes: number;
  residentMb: number;
  /** Heap and external memory. */
  retainedMb: number;
}

/**
 * Measured after a full collection. Otherwise the value depends on the last garbage collection: on a large
 * machine the collector can leave hundreds of megabytes of garbage.
 */
async function sampleMemory(atMinutes: number): Promise<Sample> {
  process.kill(app.pid, "SIGUSR2");
  await sleep(500);
  const headers = { authorization: `Bearer ${testSettings.METRICS_TOKEN}` };
  const text = await (await fetch(`${app.url}/api/metrics`, { headers })).text();
  const mb = (name: string) =>
    Number(new RegExp(`^earshot_${name} (\\S+)$`, "m").exec(text)?.[1]) / (1024 * 1024);
  const retainedMb = mb("nodejs_heap_size_used_bytes") + mb("nodejs_external_memory_bytes");
  return { atMinutes, residentMb: mb("process_resident_memory_bytes"), retainedMb };
}

/** MB per minute, by least squares. */
function slopeOf(points: readonly (readonly [atMinutes: number, mb: number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, mb]) => mb))];
  const over = points.reduce((sum, [at, mb]) => sum + (at - x) * (mb - y), 0);
  return over / points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
}

/** Requests of a user with the app open in two tabs, including screens. */
async function usualCalls(): Promise<LoadCall[]> {
  const user = await createUser({ plan: "pro", limitBursts: false });
  const { bearer, cookie } = await createSession(user);
  const watch = await createWatch(user, { keyword: "invoice", subreddits: ["smallbusiness"] });
  const ids: string[] = [];
  for (let n = 0; n < 100; n++) ids.push((await createNotification(watch)).notification.id);
  const asUser = { headers: { authorization: bearer } };
  // The cookie's name contains the app's port.
  const asBrowser = { headers: { cookie: cookie.replace(/-\d+=/, `-${new URL(app.url).port}=`) } };
  const mark = (id: string, how: string): LoadCall => ({
    path: `/api/notifications/${id}/${how}`,
    weight: 1,
    init: { ...asUser, method: "PATCH" },
  });
  return [
    { path: "/api/notifications?status=all&limit=20", weight: 25, init: asUser },
    { path: "/api/notifications/unread/count", weight: 15, init: asUser },
    { path: "/api/notifications/recent/popup", weight: 15, init: asUser },
    { path: "/api/notifications/grouped", weight: 5, init: asUser },
    { path: "/api/notifications/stats", weight: 5, init: asUser },
    { path: "/api/keywords", weight: 10, init: asUser },
    { path: "/api/coverage", weight: 3, init: asUser },
    { path: "/api/users/profile", weight: 5, init: asUser },
    { path: "/api/health", weight: 2 },
    { path: "/dashboard", weight: 2, init: asBrowser },
    { path: "/notifications", weight: 2, init: asBrowser },
    { path: "/", weight: 2 },
    ...ids.slice(0, 4).map((id) => mark(id, "read")),
    ...ids.slice(4, 8).map((id) => mark(id, "unread")),
  ];
}

/** The items emailed to a user, with duplicates. */
const mailedTo = (email: string): string[] =>
  sandbox.mails().flatMap((mail) => (mail.to.includes(email) ? linkedItems(mail.html) : []));

async function untilAllIsMailed(email: string, expected: number): Promise<void> {
  for (const end = Date.now() + 600_000; Date.now() < end && mailedTo(email).length < expected;) {
    await callCron(app.url, "poll");
    await sleep(1_000);
  }
}

test(
  `${minutes} minutes at ${perSecond} requests per second with the poller running`,
  { timeout: minutes * 60_000 + 900_000 },
  async () => {
    const listener = await createUser({ plan: "pro", limitBursts: false });
    const watches = { keyword: "tidewater-soak", subreddits: ["webdev", "startups"] };
    await createWatch(listener, watches);
    const calls = await usualCalls();
    // Request every route once before measuring, since the server loads code at the first request.
    for (const { path, init } of calls) await (await fetch(`${app.url}${path}`, init)).arrayBuffer();
    const endsMs = Date.now() + minutes * 60_000;
    const isOver = () => Date.now() >= endsMs;

    const samples: Sample[] = [];
    const sampling = (async () => {
      for (const startedMs = Date.now(); !isOver(); await sleep(sampleEveryMs)) {
        samples.push(await sampleMemory((Date.now() - startedMs) / 60_000));
      }
    })();
    const written: string[] = [];
    const writing = (async () => {
      for (; !isOver(); await sleep(writeEveryMs)) {
        const title = `tidewater-soak number ${written.length}`;
        const subreddit = watches.subreddits[written.length % 2]!;
        written.push(sandbox.world.post({ subreddit, title, selftext: "A sentence below." }));
      }
    })();
    const load = await steadyLoad(app.url, calls, { perSecond, until: isOver });
    await Promise.all([sampling, writing]);
    await untilAllIsMailed(listener.email, written.length);

    const steady = samples.filter(({ atMinutes }) => atMinutes >= minutes * warmUpShare);
    const slope = slopeOf(steady.map(({ atMinutes, retainedMb }) => [atMinutes, retainedMb]));
    const residentSlope = slopeOf(steady.map(({ atMinutes, residentMb }) => [atMinutes, residentMb]));
    const [first, last] = [steady[0]!, steady.at(-1)!];
    const range = (of: "retainedMb" | "residentMb") => `${first[of].toFixed(0)} to ${last[of].toFixed(0)} MB`;
    console.log(
      `soak: ${minutes} min, ${load.responded} answered (${Math.round(load.responded / minutes / 60)}/s), slowest ${Math.round(load.slowestMs)} ms, ` +
        `failed ${JSON.stringify(load.failed)}, ${written.length} items written` +
        (isWhole
          ? `; after the first third retained ${range("retainedMb")}, slope ${slope.toFixed(2)} MB/min; resident ${range("residentMb")}, slope ${residentSlope.toFixed(2)} MB/min`
          : ""),
    );

    expect(load.failed).toEqual({});
    const { rows } = await pool().query<{ fullname: string }>(
      `SELECT "fullname" FROM "Notification" WHERE "userId" = $1`,
      [listener.id],
    );
    expect(rows.map((row) => row.fullname).sort()).toEqual([...written].sort());
    expect(mailedTo(listener.email).sort()).toEqual([...written].sort());
    if (isWhole) expect(slope).toBeLessThan(slopeLimit);
  },
);
