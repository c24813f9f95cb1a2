import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { startSandbox } from "../../../sandbox/server";
import type { Site } from "@/domain/site";
import { pool } from "@/server/platform/database";
import type { Fault } from "@/server/platform/run-context";
import { Budget } from "@/server/reading/budget";
import { poll } from "@/server/reading/poll";
import { WatchSet } from "@/server/recording/watch-set";
import { createHackerNews } from "@/sites/hackernews/connection";
import { createReddit } from "@/sites/reddit/connection";

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let reddit: Site;
let hackernews: Site;
/** So long Hacker News is waited for; a test that has it silent ends the wait itself. */
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
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "Gap", "Budget", "Sequence", "NeededNumber" CASCADE`,
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

/** So often messages were sent. */
let sent: number;

async function run(
  sites: Site[],
  { isOver = () => false, ...how }: { lastsMs?: number; isOver?: () => boolean } = {},
) {
  const clock = () => new Date();
  const end = new Date(Date.now() + 600_000);
  // As a call to stop has it: over at once.
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

const heardOn = async (): Promise<string[]> =>
  (await pool().query(`SELECT "site" FROM "Notification" ORDER BY "site"`)).rows.map(
    (row: { site: string }) => row.site,
  );
function writeOnBoth(): void {
  sandbox.world.post({ subreddit: "webdev", title: "tidewater" });
  sandbox.hackerNews.world.write({ title: "tidewater" });
}

test("one run reads what is watched of every site, each from a budget of its own", async () => {
  writeOnBoth();
  expect(await run([reddit, hackernews])).toMatchObject({ notifications: 2, faults: [] });
  expect(await heardOn()).toEqual(["hackernews", "reddit"]);
  const { rows } = await pool().query(`SELECT "clientId" FROM "Budget" WHERE "used" > 0 ORDER BY 1`);
  expect(rows.map((row: { clientId: string }) => row.clientId)).toEqual([
    "hackernews of a test",
    "reddit of a test",
  ]);
});

test("a site that is silent delays no other, and its faults bear its name", async () => {
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
  await expect.poll(heardOn).toEqual(["reddit"]);
  expect(ended).toBe(false);
  patience.abort();
  const { faults } = await running;
  expect(faults).toEqual([
    { unit: "numbers", error: `no response within ${silentMs} ms`, site: "hackernews" },
  ]);
});

test("one that breaks in a way that nobody expected stops no other", async () => {
  writeOnBoth();
  const broken = { ...hackernews, fetchTip: () => Promise.reject(new RangeError("a defect")) } as Site;
  const { faults } = await run([reddit, broken]);
  expect(await heardOn()).toEqual(["reddit"]);
  expect(faults).toEqual([{ unit: "site", error: "a defect", site: "hackernews" }]);
});

test("a site that is off is asked nothing, and the watch that names it stays as it is", async () => {
  writeOnBoth();
  await run([reddit]);
  expect(sandbox.hackerNews.asked.size).toBe(0);
  expect(await heardOn()).toEqual(["reddit"]);
  const { rows } = await pool().query(`SELECT "places", "isActive" FROM "Watch"`);
  expect(rows).toEqual([{ places: ["reddit:webdev", "hackernews:all"], isActive: true }]);
});

test("nor is one asked that no active watch names", async () => {
  await pool().query(`UPDATE "Watch" SET "places" = '{reddit:webdev}'`);
  await run([reddit, hackernews]);
  expect(sandbox.hackerNews.asked.size).toBe(0);
});

test("where the run goes on for its time a quick site is read again at its own pace, and tells at once", async () => {
  let isOver = false;
  const slow: Site = { ...reddit, readEveryMs: 3_600_000 };
  const running = run([slow, hackernews], { lastsMs: 600_000, isOver: () => isOver });
  // Each has been read once: both kinds of the one, the position of the other.
  const begun = async () =>
    (
      await pool().query(
        `SELECT (SELECT count(*)::int FROM "PlaceRead" WHERE "site" = 'reddit' AND "readAt" IS NOT NULL) AS kinds,
           (SELECT count(*)::int FROM "Sequence") AS positions`,
      )
    ).rows[0] as object;
  await expect.poll(begun).toEqual({ kinds: 2, positions: 1 });
  writeOnBoth();
  await expect.poll(heardOn).toEqual(["hackernews"]);
  await expect.poll(() => sent).toBeGreaterThan(0);
  isOver = true;
  const { notifications } = await running;
  expect([notifications, await heardOn()]).toEqual([1, ["hackernews"]]);
  expect(sent).toBeGreaterThan(1);
});
