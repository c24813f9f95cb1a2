import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import type { PagedSite } from "@/domain/reading/site";
import { SiteError } from "@/domain/reading/site-error";
import { pool } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { Budget } from "@/server/reading/budget";
import type { Fault } from "@/server/platform/run-context";
import { readPages } from "@/server/reading/read-pages";
import { syncReads } from "@/server/reading/statements/reads";
import { WatchSet } from "@/server/recording/watch-set";
import { finishRun, startRun } from "@/server/platform/runs";
import { claimLeases } from "@/server/platform/leases";
import { pollStart, startPolling } from "../../support/polling";

let polling: Awaited<ReturnType<typeof startPolling>>;
const bad = "node";
const others = ["freelance", "javascript", "programming", "selfhosted", "startups", "webdev"];

beforeEach(async () => {
  polling = await startPolling();
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "WatchTotal", "Run" CASCADE`,
  );
  await createWatch(await createUser(), {
    keyword: "tidewater",
    subreddits: [bad, ...others],
    activeSince: pollStart,
  });
  await polling.pollOnce();
});
afterEach(() => polling.close());

const never = () => new Promise<never>(() => {});

/**
 * Runs one poll, calling `meet` when it reads the bad subreddit. Returns null if the simulated process died.
 */
async function run(meet: (die: () => Promise<never>) => Promise<never>): Promise<Fault[] | null> {
  const { world } = polling;
  let diedAt: Date | null = null;
  // Stop the clock for a dead run, so it doesn't wait for its turn or reach its deadline.
  const clock = () => diedAt ?? polling.clock();
  const faults: Fault[] = [];
  const id = newId();
  await pool().query(`UPDATE "Lease" SET "expiresAt" = clock_timestamp() - interval '1 second'`);
  const { leases } = await claimLeases(pool(), ["poll:reddit"], { owner: id, ttlMs: 15_000 });
  const { followsKill } = leases[0]!;
  await startRun(pool(), { id, route: "poll", now: clock(), sites: ["reddit"] });
  let killed: (nothing: null) => void;
  const death = new Promise<null>((resolve) => (killed = resolve));
  const die = () => {
    diedAt ??= clock();
    killed!(null);
    return never();
  };
  const site: PagedSite = {
    ...polling.site,
    fetchNewest: async (lookup) => {
      if (diedAt !== null) return never();
      if (lookup.places.includes(bad)) return meet(die);
      const page = await polling.site.fetchNewest(lookup);
      return diedAt === null ? page : never();
    },
  };
  const budget = new Budget({
    clientId: "sandbox-client",
    allShare: 0.4,
    window: site.window,
    clock,
    sleep: async (ms) => world.advance(ms),
  });
  const take = budget.take.bind(budget);
  budget.take = (purpose) => (diedAt === null ? take(purpose) : never());
  const deadline = new Date(clock().getTime() + 52_000);
  await syncReads(pool(), clock());
  const work = readPages(
    { clock, deadline, faults, site, budget, followsKill },
    { watches: new WatchSet(), intervalMs: 60_000 },
  );
  const tally = await Promise.race([work, death]);
  if (tally === null) return null;
  await finishRun(pool(), { id, now: clock(), tally, faults });
  return faults;
}

const found = async (): Promise<string[]> =>
  (await pool().query<{ s: string }>(`SELECT DISTINCT "place" AS s FROM "Notification" ORDER BY 1`)).rows.map(
    ({ s }) => s,
  );

const suspects = async (): Promise<string[]> =>
  (
    await pool().query<{ s: string }>(
      `SELECT DISTINCT "place" AS s FROM "PlaceRead" WHERE "attempts" > 1 ORDER BY 1`,
    )
  ).rows.map(({ s }) => s);

function writeEverywhere(): void {
  for (const subreddit of [bad, ...others]) polling.world.comment({ subreddit, body: "tidewater" });
  polling.world.advance(60_000);
}

test("isolates a subreddit that crashes the process, backs off and reads the others", async () => {
  writeEverywhere();
  let kills = 0;
  let minutes = 0;
  for (; minutes < 60 && (await found()).length < others.length; minutes++) {
    if ((await run((die) => die())) === null) kills += 1;
    polling.world.advance(60_000);
  }
  expect(await found()).toEqual(others);
  // The subreddit is isolated by now: a crash affects no others and retries are rare.
  const before = kills;
  for (let n = 0; n < 60; n++) {
    if ((await run((die) => die())) === null) kills += 1;
    polling.world.advance(60_000);
  }
  // Each kind waits at least 4 minutes and doubles every time, with up to 25 % jitter.
  expect(kills - before).toBeLessThanOrEqual(10);
  // Subreddits read in parallel with the last crash are cleared by their own next read.
  for (let n = 0; n < 20 && (await suspects()).length > 1; n++) {
    await run((die) => die());
    polling.world.advance(60_000);
  }
  expect(await suspects()).toEqual([bad]);
  // Once fixed, it is read normally again.
  polling.world.advance(2 * 3_600_000);
  await polling.pollOnce();
  expect(await found()).toContain(bad);
});

test("waits 30 to 60 minutes between retries after many crashes", async () => {
  writeEverywhere();
  for (let round = 0; round < 8; round++) {
    await pool().query(`UPDATE "PlaceRead" SET "attempts" = 10, "nextAttemptAt" = NULL WHERE "place" = $1`, [
      bad,
    ]);
    // Posts or comments can crash the run before the other kind starts.
    while ((await run((die) => die())) === null);
    for (let minute = 5; minute <= 30; minute += 5) {
      polling.world.advance(5 * 60_000);
      expect(await run((die) => die()), `minute ${minute} of round ${round}`).not.toBeNull();
    }
    polling.world.advance(31 * 60_000);
    expect(await run((die) => die())).toBeNull();
  }
});

test("reads subreddits with long-lasting timeouts last, in separate lanes", async () => {
  const slow = () => Promise.reject(new SiteError("unavailable", "timed out"));
  await run(slow);
  polling.world.advance(4 * 60_000);
  writeEverywhere();
  await run(slow);
  expect(await found()).toEqual(others);
  polling.world.advance(60_000);
  const units = (await run(slow))!.map(({ unit }) => unit);
  expect(units.toSorted()).toEqual([`comments of ${bad}`, `posts of ${bad}`]);
});

test("doesn't split lanes while the whole site is down", async () => {
  const fetchNewest = polling.site.fetchNewest.bind(polling.site);
  let requests = 0;
  polling.site.fetchNewest = () => {
    requests += 1;
    return Promise.reject(new SiteError("unavailable", "timed out"));
  };
  const down = () => Promise.reject(new SiteError("unavailable", "timed out"));
  await run(down);
  polling.world.advance(4 * 60_000);
  requests = 0;
  const faults = await run(down);
  polling.site.fetchNewest = fetchNewest;
  expect(requests).toBe(1);
  expect(faults).toHaveLength(3);
});
