import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { startSandbox } from "../../../sandbox/server";
import type { Site } from "@/domain/reading/site";
import { pool } from "@/server/platform/database";
import type { Fault } from "@/server/platform/run-context";
import { Budget } from "@/server/reading/budget";
import { poll } from "@/server/reading/poll";
import { syncReads } from "@/server/reading/statements/reads";
import { WatchSet } from "@/server/recording/watch-set";
import { createHackerNews } from "@/sites/hackernews/connection";
import { createReddit } from "@/sites/reddit/connection";

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let reddit: Site;
let hackernews: Site;
/** Timeout for Hacker News (ms). Tests with a silent site abort the request themselves. */
const silentMs = 61_000;

beforeAll(async () => {
  sandbox = await startSandbox({ stream: false, historyHours: 0 });
  const url = `${sandbox.url}/reddit`;
  reddit = createReddit({
    ...{ clientId: "sandbox-client", clientSecret: "sandbox-secret", userAgent: "node:earshot:test" },
    ...{ authUrl: url, apiUrl: url },
  });
  hackernews = createHackerNews({
    apiUrl: `${sandbox.url}/hackernews`,
    userAgent: "a test",
    timeoutMs: silentMs,
  });
});
beforeEach(async () => {
  sandbox.sandbox.reset();
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "Gap", "Budget", "Sequence", "PendingNumber" CASCADE`,
  );
  await createWatch(await createUser(), {
    keyword: "tidewater",
    places: ["reddit:webdev", "hackernews:all"],
    activeSince: new Date(Date.now() - 1_000),
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => sandbox.close());

/** Number of `sendMessages` calls. */
let sent: number;

async function run(
  sites: Site[],
  { isOver = () => false, ...how }: { lastsMs?: number; isOver?: () => boolean } = {},
) {
  const clock = () => new Date();
  const end = new Date(Date.now() + 600_000);
  // As after a stop request: the deadline has passed.
  const time = {
    clock,
    get deadline() {
      return isOver() ? new Date(0) : end;
    },
  };
  const faults: Fault[] = [];
  sent = 0;
  const contexts = sites.map((site) => ({
    clock,
    get deadline() {
      return time.deadline;
    },
    ...{ faults: [], site },
    budget: new Budget({
      ...{ clientId: `${site.id} of a test`, allShare: 0.4, window: site.window, clock },
      sleep: async (ms) => void (await sleep(ms)),
    }),
  }));
  const sendMessages = async () => void (sent += 1);
  const tally = await poll(Object.assign(time, { faults }), contexts, {
    watches: new WatchSet(),
    intervalMs: 60_000,
    sendMessages,
    ...how,
  });
  return { ...tally, faults };
}

const listMatches = async (): Promise<string[]> =>
  (await pool().query(`SELECT "site" FROM "Notification" ORDER BY "site"`)).rows.map(
    (row: { site: string }) => row.site,
  );
function writeOnBoth(): void {
  sandbox.world.post({ subreddit: "webdev", title: "tidewater" });
  sandbox.hackerNews.world.write({ title: "tidewater" });
}

test("reads the watched places of every site, each with its own budget", async () => {
  writeOnBoth();
  expect(await run([reddit, hackernews])).toMatchObject({ notifications: 2, faults: [] });
  expect(await listMatches()).toEqual(["hackernews", "reddit"]);
  const { rows } = await pool().query(`SELECT "clientId" FROM "Budget" WHERE "used" > 0 ORDER BY 1`);
  expect(rows.map((row: { clientId: string }) => row.clientId)).toEqual([
    "hackernews of a test",
    "reddit of a test",
  ]);
});

test("a silent site does not delay others, and its faults carry its name", async () => {
  await run([reddit, hackernews]);
  writeOnBoth();
  sandbox.failures.set({ service: "hackernews", mode: "silence", waitSeconds: 600 });
  const patience = new AbortController();
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) =>
    ms === silentMs ? patience.signal : timeout(ms),
  );
  const running = run([reddit, hackernews]);
  let ended = false;
  void running.then(() => (ended = true));
  await expect.poll(listMatches).toEqual(["reddit"]);
  expect(ended).toBe(false);
  patience.abort();
  const { faults } = await running;
  expect(faults).toEqual([
    { unit: "numbers", error: `no response within ${silentMs} ms`, site: "hackernews" },
  ]);
});

test("an unexpected error of one site does not stop others", async () => {
  writeOnBoth();
  const broken = { ...hackernews, fetchTip: () => Promise.reject(new RangeError("a defect")) } as Site;
  const { faults } = await run([reddit, broken]);
  expect(await listMatches()).toEqual(["reddit"]);
  expect(faults).toEqual([{ unit: "site", error: "a defect", site: "hackernews" }]);
});

test("sends no requests to a disabled site and keeps the watch unchanged", async () => {
  writeOnBoth();
  await run([reddit]);
  expect(sandbox.hackerNews.requested.size).toBe(0);
  expect(await listMatches()).toEqual(["reddit"]);
  const { rows } = await pool().query(`SELECT "places", "isActive" FROM "Watch"`);
  expect(rows).toEqual([{ places: ["reddit:webdev", "hackernews:all"], isActive: true }]);
});

test("sends no requests to a site without active watches", async () => {
  await pool().query(`UPDATE "Watch" SET "places" = '{reddit:webdev}'`);
  await run([reddit, hackernews]);
  expect(sandbox.hackerNews.requested.size).toBe(0);
});

test("re-reads a fast site during a long run and sends its matches immediately", async () => {
  let isOver = false;
  const slow: Site = { ...reddit, readEveryMs: 3_600_000 };
  const running = run([slow, hackernews], { lastsMs: 600_000, isOver: () => isOver });
  // Each site has been read once: both kinds of Reddit and the Hacker News position.
  const started = async () =>
    (
      await pool().query(
        `SELECT (SELECT count(*)::int FROM "PlaceRead" WHERE "site" = 'reddit' AND "readAt" IS NOT NULL) AS kinds,
           (SELECT count(*)::int FROM "Sequence") AS positions`,
      )
    ).rows[0] as object;
  await expect.poll(started).toEqual({ kinds: 2, positions: 1 });
  writeOnBoth();
  await expect.poll(listMatches).toEqual(["hackernews"]);
  await expect.poll(() => sent).toBeGreaterThan(0);
  isOver = true;
  const { notifications } = await running;
  expect([notifications, await listMatches()]).toEqual([1, ["hackernews"]]);
  expect(sent).toBeGreaterThan(1);
});

test("a place whose last watch ended during a read starts from scratch when it's watched again", async () => {
  await run([reddit]);
  const setActive = (isActive: boolean) => pool().query(`UPDATE "Watch" SET "isActive" = $1`, [isActive]);
  await setActive(false);
  await syncReads(pool(), new Date());
  // As if the read had stored its position after that.
  await pool().query(`UPDATE "PlaceRead" SET "readAt" = now() WHERE "site" = 'reddit'`);
  await pool().query(
    `INSERT INTO "WalkRead" ("site", "source", "state") VALUES ('lemmy', 'lemmy.example', '{}')`,
  );
  await setActive(true);
  await pool().query(`UPDATE "Watch" SET "places" = '{reddit:webdev,lemmy:rust@lemmy.example}'`);
  await syncReads(pool(), new Date());
  const { rows } = await pool().query(`SELECT DISTINCT "readAt" FROM "PlaceRead" WHERE "site" = 'reddit'`);
  expect(rows).toEqual([{ readAt: null }]);
  expect((await pool().query(`SELECT FROM "WalkRead"`)).rows).toEqual([]);
});
