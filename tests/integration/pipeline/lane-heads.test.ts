import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import type { PagedSite } from "@/domain/site";
import { SiteError } from "@/domain/site-error";
import { pool } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { Budget } from "@/server/reading/budget";
import type { Fault } from "@/server/platform/run-context";
import { readPages } from "@/server/reading/read-pages";
import { syncReads } from "@/server/reading/statements/reads";
import { WatchSet } from "@/server/recording/watch-set";
import { finishRun, startRun } from "@/server/platform/runs";
import { pollStart, startPolling } from "../../support/polling";

let polling: Awaited<ReturnType<typeof startPolling>>;
const bad = "node";
const others = ["freelance", "javascript", "programming", "selfhosted", "startups", "webdev"];

beforeEach(async () => {
  polling = await startPolling();
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "Debt", "Gap", "Budget", "WatchTotal", "Run" CASCADE`,
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

/** One poll, as its run begins it: a process that meets the bad subreddit does `meet`; one that dies answers null. */
async function run(meet: (die: () => Promise<never>) => Promise<never>): Promise<Fault[] | null> {
  const { world } = polling;
  let diedAt: Date | null = null;
  // What is dead neither waits for its turn nor finds that its time is up.
  const clock = () => diedAt ?? polling.clock();
  const faults: Fault[] = [];
  const id = newId();
  const { followsKill } = await startRun(pool(), { id, route: "poll", now: clock() });
  let killed: (nothing: null) => void;
  const death = new Promise<null>((resolve) => (killed = resolve));
  const die = () => {
    diedAt ??= clock();
    killed!(null);
    return never();
  };
  const site: PagedSite = {
    ...polling.site,
    fetchNewest: async (question) => {
      if (diedAt !== null) return never();
      if (question.places.includes(bad)) return meet(die);
      const page = await polling.site.fetchNewest(question);
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

test("a subreddit that ends the process is read alone, ever more seldom, and the others are read", async () => {
  writeEverywhere();
  let kills = 0;
  let minutes = 0;
  for (; minutes < 60 && (await found()).length < others.length; minutes++) {
    if ((await run((die) => die())) === null) kills += 1;
    polling.world.advance(60_000);
  }
  expect(await found()).toEqual(others);
  // Alone by now: from here on it takes nobody along, and is tried once in a long while.
  const before = kills;
  for (let n = 0; n < 60; n++) {
    if ((await run((die) => die())) === null) kills += 1;
    polling.world.advance(60_000);
  }
  // Each kind waits 4 minutes or more, and twice as long each time; less a quarter by chance, never more often than these.
  expect(kills - before).toBeLessThanOrEqual(10);
  // Whatever was read beside it when it last ended the process is cleared by its own next read.
  for (let n = 0; n < 20 && (await suspects()).length > 1; n++) {
    await run((die) => die());
    polling.world.advance(60_000);
  }
  expect(await suspects()).toEqual([bad]);
  // Mended, it is read like any other.
  polling.world.advance(2 * 3_600_000);
  await polling.pollOnce();
  expect(await found()).toContain(bad);
});

test("however often it ended the process, it is left alone for half an hour and more, and for an hour at most", async () => {
  writeEverywhere();
  for (let round = 0; round < 8; round++) {
    await pool().query(`UPDATE "PlaceRead" SET "attempts" = 10, "nextAttemptAt" = NULL WHERE "place" = $1`, [
      bad,
    ]);
    // Either kind may end the run before the other was begun.
    while ((await run((die) => die())) === null);
    for (let minute = 5; minute <= 30; minute += 5) {
      polling.world.advance(5 * 60_000);
      expect(await run((die) => die()), `minute ${minute} of round ${round}`).not.toBeNull();
    }
    polling.world.advance(31 * 60_000);
    expect(await run((die) => die())).toBeNull();
  }
});

test("subreddits that have been timing out for long come last, in lanes of their own", async () => {
  const slow = () => Promise.reject(new SiteError("unavailable", "timed out"));
  await run(slow);
  polling.world.advance(4 * 60_000);
  await pool().query(`UPDATE "PlaceRead" SET "failedSince" = NULL WHERE "place" <> $1`, [bad]);
  writeEverywhere();
  const faults = await run(slow);
  expect(faults!.map(({ unit }) => unit).every((unit) => unit.includes(bad))).toBe(true);
  expect(await found()).toEqual(others);
});
