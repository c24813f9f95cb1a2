import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import type { Entry } from "../../sandbox/lobsters/world";
import { Random } from "../../sandbox/random";
import { recordFaults } from "../support/fault-report";
import { pollStart } from "../support/polling";
import { dyingPages, startWholePages } from "../support/whole-pages";
import { listReads } from "@/server/coverage/coverage";
import { pool } from "@/server/platform/database";

/** Simulated hours; PAGES_HOURS=24 is the full run. */
const hours = Number(process.env.PAGES_HOURS ?? 0.4);
const seed = Number(process.env.PAGES_SEED ?? 7);
const minuteMs = 60_000;
const killEveryMs = 10 * minuteMs;
/** A burst within a minute, alternating between stories and comments. */
const burstEveryMs = hours > 4 ? 2 * 3_600_000 : 20 * minuteMs;
const burstItems = 500;
const failShare = 0.05;
/** The share of items removed within the next ten minutes, often while they are being read. */
const takenShare = 0.05;
/** The share of items edited. */
const editedShare = 0.1;
/** Other visitors read the lists too, so cached pages date from different times. */
const visitorShare = 0.05;
const lists = [(page: number) => `/newest/page/${page}.json`, (page: number) => `/comments/page/${page}`];

/** Items missed between two pages are found by the next complete sweep. */
const longestSeconds = 30 * 60;

let stage: Awaited<ReturnType<typeof startWholePages>>;

beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "WatchTotal" CASCADE`,
  );
  // The rate of a busy day.
  const lobsters = { perMinute: 0.5, keywords: ["tidewater"], keywordEverySeconds: 300 };
  stage = await startWholePages({ seed, lobsters });
});
afterEach(() => stage.close());

/** Simulates the site's users: bursts, removals and visits to the lists. */
function people(random: Random) {
  const { world, lobsters } = stage;
  const startMs = pollStart.getTime();
  const doomed: { shortId: string; atMs: number }[] = [];
  const edited: typeof doomed = [];
  let known = world.written().length;
  let bursts = 0;
  let started = 0;

  function burst(nowMs: number): void {
    const at = Math.floor((nowMs - startMs) / burstEveryMs);
    const passedMs = nowMs - startMs - at * burstEveryMs - burstEveryMs / 2;
    if (passedMs < 0 || at < bursts) return;
    const due = Math.min(burstItems, Math.floor((passedMs / minuteMs) * burstItems));
    for (; started < due; started += 1) {
      const isStory = started % 10 < [5, 9, 1][at % 3]!;
      const keyword = started % 5 === 0 ? "tidewater" : null;
      const words = keyword === null ? "an ordinary remark" : "tidewater";
      const story = isStory ? null : random.pick(world.newest().slice(0, 40)).shortId;
      world.write({ story, title: words, text: words, keyword });
    }
    if (started < burstItems) return;
    bursts = at + 1;
    started = 0;
  }

  function drawOf(written: readonly Entry[], share: number, nowMs: number): typeof doomed {
    const drawn = written.filter(() => random.chance(share));
    return drawn.map(({ shortId }) => ({ shortId, atMs: nowMs + random.int(10 * minuteMs) }));
  }

  /** Returns the entries that are due and removes them from the plan. */
  function dueOf(plan: typeof doomed, nowMs: number): string[] {
    const due = plan.filter(({ atMs }) => atMs <= nowMs);
    plan.splice(0, Infinity, ...plan.filter(({ atMs }) => atMs > nowMs));
    return due.map(({ shortId }) => shortId);
  }

  function changeThings(nowMs: number): void {
    const written = world.written();
    doomed.push(...drawOf(written.slice(known), takenShare, nowMs));
    const others = written.slice(known).filter(({ keyword }) => keyword === null);
    edited.push(...drawOf(others, editedShare, nowMs));
    known = written.length;
    for (const shortId of dueOf(doomed, nowMs)) world.end(shortId, random.pick(["deleted", "moderated"]));
    for (const shortId of dueOf(edited, nowMs)) world.edit(shortId, { text: "other words" });
  }

  return {
    counts: () => ({ bursts }),
    happens(): void {
      const nowMs = world.clock.nowMs();
      burst(nowMs);
      changeThings(nowMs);
      if (random.chance(visitorShare)) lobsters.respond({ path: random.pick(lists)(1 + random.int(12)) });
    },
  };
}

async function run(random: Random): Promise<{ polls: number; kills: number }> {
  const { advance, connect, pollOnce } = stage;
  const polls = Math.floor(hours * 60);
  let kills = 0;
  let site = connect();
  for (let at = 1; at <= polls; at += 1) {
    const dueMs = pollStart.getTime() + at * minuteMs;
    while (stage.clock().getTime() < dueMs) advance(Math.min(10_000, dueMs - stage.clock().getTime()));
    if ((at * minuteMs) % killEveryMs !== 0) await pollOnce({ site });
    else {
      kills += 1;
      await Promise.allSettled([pollOnce({ site: dyingPages(site, random.int(4)) })]);
      // The next process starts without this one's memory.
      site = connect();
    }
  }
  return { polls, kills };
}

/** The fullnames that were read, recorded as missing and notified, with duplicates. */
async function result() {
  const { rows: read } = await pool().query<{ fullname: string; seenAt: Date }>(
    `SELECT "fullname", "seenAt" FROM "RecentItem"`,
  );

  const { rows: notified } = await pool().query<{ fullname: string }>(
    `SELECT "fullname" FROM "Notification"`,
  );
  const { rows: gaps } = await pool().query<{ kind: string; fromAt: Date; toAt: Date }>(
    `SELECT "kind"::text, "fromAt", "toAt" FROM "Gap"`,
  );
  const { rows: late } = await pool().query<{ median: number; worst: number }>(
    `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY s)::float8 AS median, max(s)::float8 AS worst
     FROM (SELECT extract(epoch FROM i."seenAt" - i."createdAt") AS s FROM "RecentItem" i JOIN "Notification" n USING ("fullname")) d`,
  );
  return { read, notified, gaps, late: late[0]! };
}

type Gap = Awaited<ReturnType<typeof result>>["gaps"][number];

function isNamed({ kind, atMs }: Entry, gaps: readonly Gap[]): boolean {
  const own = gaps.filter((gap) => gap.kind === (kind === "story" ? "post" : "comment"));
  return own.some(({ fromAt, toAt }) => fromAt.getTime() <= atMs && atMs <= toAt.getTime());
}

/** Today's item count and the number of gaps on the coverage page. */
async function covered(id: string) {
  const { places } = await listReads({ id }, stage.clock());
  const { posts, comments, gaps } = places[0]!;
  return { today: posts.itemsToday + comments.itemsToday, gaps: gaps.length };
}

test(
  "every remaining item was matched or recorded as missing, exactly once",
  { timeout: 7_200_000 },
  async () => {
    const { world, failures } = stage;
    const user = await createUser();
    await createWatch(user, {
      keyword: "tidewater",
      places: ["lobsters:all"],
      activeSince: pollStart,
    });
    await stage.pollOnce();
    const random = new Random(seed);
    const { counts, happens } = people(random);
    stage.meanwhile.happens = happens;
    failures.set({ service: "lobsters", mode: "mixed", share: failShare });
    const { polls, kills } = await run(random);
    failures.clear();
    stage.meanwhile.happens = () => {};
    const endMs = stage.clock().getTime();
    // Past the next recheck of earlier items.
    for (let i = 0; i < 20; i += 1) {
      stage.advance(minuteMs);
      await stage.pollOnce();
    }

    const { read, notified, gaps, late } = await result();
    const matches = new Set(notified.map(({ fullname }) => fullname));
    const known = new Set(read.map(({ fullname }) => fullname));
    const nameOf = ({ kind, shortId }: Entry) => `lobsters:${kind[0]}/${shortId}`;
    const current = world
      .written()
      .filter(({ atMs, state }) => state === "live" && atMs > pollStart.getTime() && atMs <= endMs)
      .filter(({ story }) => story === null || world.known(story).state === "live");
    const unread = current.filter((entry) => !known.has(nameOf(entry)));
    const requested = current.filter(({ keyword }) => keyword === "tidewater");
    const failureFor = requested.filter((entry) => !matches.has(nameOf(entry)));
    const unnamed = [...unread, ...failureFor].filter((entry) => !isNamed(entry, gaps));
    const day = stage.clock().toISOString().slice(0, 10);
    const today = read.filter(({ seenAt }) => seenAt.toISOString().startsWith(day)).length;
    console.log(
      `pages: seed ${seed}, ${hours} h, ${polls} polls, ${counts().bursts} bursts of ${burstItems} in a minute, ${failShare * 100} % of requests failing (${failures.hits}), ` +
        `${kills} killed, ${takenShare * 100} % taken away, ${editedShare * 100} % edited: ${current.length} written and standing, ${unread.length} of them unread; ${requested.length} with the keyword, ` +
        `${failureFor.length} of them unheard; ${unnamed.length} without a gap, ${gaps.length} gaps, ${notified.length - matches.size} doubled; ` +
        `heard after ${Math.round(late.median)} s in the middle, ${Math.round(late.worst)} s at worst`,
    );
    recordFaults({
      fault: "lists that move while they are read, requests that fail, readers killed",
      injected: failures.hits + kills,
      lost: unnamed.length,
      doubled: notified.length - matches.size,
      stuck: 0,
    });
    expect(counts().bursts).toBe(Math.round((hours * 3_600_000) / burstEveryMs));
    expect(requested.length).toBeGreaterThan(counts().bursts * burstItems * 0.15);
    expect(unnamed).toEqual([]);
    expect(gaps).toEqual([]);
    expect(await covered(user.id)).toEqual({ today, gaps: 0 });
    expect(late.worst).toBeLessThan(longestSeconds);
    expect(notified.length).toBe(matches.size);
    expect(kills).toBeGreaterThan(0);
  },
);
