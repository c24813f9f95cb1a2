import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import { Random } from "../../sandbox/random";
import { recordFaults } from "../support/fault-report";
import { pollStart } from "../support/polling";
import { dyingSequence, startSequence } from "../support/sequence";
import { pool } from "@/server/platform/database";

/**
 * Simulated hours and items per second. SEQUENCE_HOURS=48 is the full run,
 * SEQUENCE_HOURS=1 SEQUENCE_RATE=50 is the full run of a storm.
 */
const hours = Number(process.env.SEQUENCE_HOURS ?? 0.48);
const rate = Number(process.env.SEQUENCE_RATE ?? 0.15);
const seed = Number(process.env.SEQUENCE_SEED ?? 7);
const pollEveryMs = rate > 5 ? 5_000 : 20_000;
const killEveryMs = 10 * 60_000;
/** The maximum number freezes for the second half of the first eight minutes of each interval. */
const freezeEveryMs = hours > 4 ? 6 * 3_600_000 : 15 * 60_000;
const frozenMs = 4 * 60_000;
const failShare = 0.05;

let stage: Awaited<ReturnType<typeof startSequence>>;

beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "Sequence", "PendingNumber", "WatchTotal" CASCADE`,
  );
  const shares = { lateShare: 0.02, neverShare: hours > 4 ? 0.0005 : 0.01, delayedShare: 0.02 };
  stage = await startSequence({ seed, hackerNews: { perSecond: rate, keywordEverySeconds: 60, ...shares } });
});
afterEach(() => stage.close());

/** Removes one item in a hundred, some before they are read. */
function moderate(random: Random, from: number, until: number): void {
  for (const entry of stage.world.written(from, until))
    if (entry.shownAtMs < Infinity && random.chance(0.01))
      stage.world.end(entry.id, random.pick(["deleted", "dead"]));
}

async function run(random: Random): Promise<{ polls: number; kills: number; frozen: number }> {
  const { world, failures, site, advance, pollOnce } = stage;
  const count = { polls: Math.floor((hours * 3_600_000) / pollEveryMs), kills: 0, frozen: 0 };
  let moderated = world.tip();
  for (let at = 1; at <= count.polls; at += 1) {
    advance(pollEveryMs);
    const passedMs = (at * pollEveryMs) % freezeEveryMs;
    const isFrozen = passedMs >= frozenMs && passedMs < 2 * frozenMs;
    if (passedMs === frozenMs || passedMs === 2 * frozenMs) world.freeze(isFrozen);
    if (!isFrozen) moderate(random, moderated, world.tip());
    moderated = world.tip();
    if ((at * pollEveryMs) % killEveryMs === 0) {
      count.kills += 1;
      await Promise.allSettled([pollOnce({ site: dyingSequence(site, random.int(6)) })]);
    } else {
      const { faults } = await pollOnce();
      if (faults.some(({ error }) => error.startsWith("no number above"))) count.frozen += 1;
    }
  }
  world.freeze(false);
  world.fallSilent();
  failures.clear();
  // Past the last retry of pending numbers.
  for (let i = 0; i < 12; i += 1) {
    advance(15 * 60_000);
    await pollOnce();
  }
  return count;
}

test("every number is read or recorded as missing, exactly once", { timeout: 7_200_000 }, async () => {
  const { world, failures } = stage;
  await createWatch(await createUser(), {
    keyword: "tidewater",
    places: ["hackernews:all"],
    activeSince: pollStart,
  });
  await stage.pollOnce();
  const began = world.tip();
  failures.set({ service: "hackernews", mode: "mixed", share: failShare });
  const { polls, kills, frozen } = await run(new Random(seed));

  const { rows: seen } = await pool().query<{ fullname: string }>(`SELECT "fullname" FROM "RecentItem"`);
  const { rows: notified } = await pool().query<{ fullname: string }>(
    `SELECT "fullname" FROM "Notification"`,
  );
  const { rows: gaps } = await pool().query<{ items: number }>(`SELECT "items" FROM "Gap"`);
  const { rows: required } = await pool().query<{ number: string }>(`SELECT "number" FROM "PendingNumber"`);
  const read = new Set(seen.map(({ fullname }) => fullname));
  const matches = new Set(notified.map(({ fullname }) => fullname));
  const last = Math.min(world.tip(), ...required.map(({ number }) => Number(number) - 1));
  const written = world.written(began, last).filter(({ state }) => state === "live");
  const missing = written.filter(({ id }) => !read.has(`hn:${id}`));
  const named = gaps.reduce((sum, { items }) => sum + items, 0);
  const requested = written.filter(({ id, keyword }) => keyword === "tidewater" && read.has(`hn:${id}`));
  const failureFor = requested.filter(({ id }) => !matches.has(`hn:${id}`));
  const never = missing.filter(({ shownAtMs }) => shownAtMs === Infinity);

  console.log(
    `sequence: seed ${seed}, ${hours} h at ${rate} a second, ${polls} polls, ${failShare * 100} % of requests failing (${failures.hits}), ` +
      `${kills} killed, ${frozen} polls told of a newest number that stood still: ${written.length} written and standing, ` +
      `${written.length - missing.length} read, ${missing.length} missing (${never.length} never shown), ${named} named in ${gaps.length} gaps; ` +
      `${requested.length} with the keyword, ${failureFor.length} of them unheard, ${notified.length - matches.size} doubled`,
  );
  recordFaults({
    fault: "requests that fail, numbers that come late or never, readers killed",
    injected: failures.hits + kills,
    lost: Math.abs(missing.length - named) + failureFor.length,
    doubled: notified.length - matches.size,
    stuck: required.length,
  });
  expect(written.length).toBeGreaterThan(hours * 3_600 * rate * 0.8);
  expect(named).toBe(missing.length);
  expect(missing).toEqual(never);
  expect(never.length).toBeGreaterThan(0);
  expect(failureFor).toEqual([]);
  expect(notified.length).toBe(matches.size);
  expect(requested.length).toBeGreaterThan(0);
  expect(frozen).toBeGreaterThan(0);
  expect(kills).toBeGreaterThan(0);
});
