import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import { Random } from "../../sandbox/random";
import { recordFaults } from "../support/fault-report";
import { pollStart, startPolling } from "../support/polling";
import { pool } from "@/server/platform/database";
import { retain } from "@/server/operation/retention";

/** Simulated days; LOSS_DAYS=10 is the full run, with one share of removals, set by LOSS_REMOVED. */
const days = Number(process.env.LOSS_DAYS ?? 1 / 3);
/** The share of items removed by moderators, which shortens the listings. */
const removedShares = process.env.LOSS_DAYS ? [Number(process.env.LOSS_REMOVED ?? 0.3)] : [0, 0.2, 0.5];
const seed = Number(process.env.LOSS_SEED ?? 7);
const pollEveryMs = 5 * 60_000;
const failShare = 0.05;
const watched = ["webdev", "programming", "smallbusiness", "Bookkeeping", "Coffee", "sandbox_quiet"];

let polling: Awaited<ReturnType<typeof startPolling>>;

beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "WatchTotal" CASCADE`,
  );
  const stream = {
    perSecond: 0.15,
    postShare: 0.3,
    keywords: [{ keyword: "tidewater", subreddits: watched, everySeconds: 240 }],
  };
  polling = await startPolling({ seed, stream });
});
afterEach(() => polling.close());

/** An occasional burst, either small enough to be read completely or larger than the site's listing limit. */
function raid(hour: number): void {
  if (hour % 5 === 2)
    polling.world.burst("Coffee", hour % 2 === 0 ? "comment" : "post", 700, {
      keyword: "tidewater",
      overSeconds: 240,
    });
  if (hour % 4 === 3)
    polling.world.burst("webdev", "comment", 1_500, { keyword: "tidewater", overSeconds: 240 });
}

/** Removes a share of the items, half of them before the next poll can see them, half after it. */
function moderators(share: number) {
  const random = new Random(seed);
  const removed = new Set<string>();
  const take = (fullname: string) => {
    // Items waiting for approval aren't listed yet.
    if (polling.world.find(fullname) === undefined) return;
    polling.world.remove(fullname);
    removed.add(fullname);
  };
  let later: string[] = [];
  let writtenUntil = pollStart;
  return {
    removed,
    work(): void {
      later.forEach(take);
      later = [];
      const until = polling.clock();
      for (const { fullname } of [...polling.world.posted(writtenUntil, until)]) {
        if (!random.chance(share)) continue;
        if (random.chance(0.5)) take(fullname);
        else later.push(fullname);
      }
      writtenUntil = until;
    },
  };
}

const whole = { timeout: 3_600_000 };
test.each(removedShares)(
  "every item is found once or part of a recorded gap, with %f removed",
  whole,
  async (share) => {
    // One watch matches more per day than Free records.
    const user = await createUser({ plan: "pro" });
    const watch = await createWatch(user, {
      keyword: "tidewater",
      subreddits: watched,
      activeSince: pollStart,
    });
    await createWatch(user, { keyword: "never written", subreddits: ["all"], activeSince: pollStart });
    polling.failures.set({ mode: "mixed", share: failShare });

    const { removed, work } = moderators(share);
    let gaps = 0;
    const polls = (days * 86_400_000) / pollEveryMs;
    for (let i = 0; i < polls; i++) {
      polling.world.advance(pollEveryMs);
      if (i % 12 === 6) raid(Math.floor(i / 12));
      work();
      gaps += (await polling.pollOnce({ intervalMs: pollEveryMs })).gaps;
      if (i % 288 === 287) await retain(polling.clock(), () => true);
    }
    polling.failures.clear();
    for (let i = 0; i < 3; i++) {
      polling.world.advance(pollEveryMs);
      gaps += (await polling.pollOnce({ intervalMs: pollEveryMs })).gaps;
    }

    const names = new Set(watched.map((name) => name.toLowerCase()));
    const until = new Date(polling.clock().getTime() - 2 * pollEveryMs);
    const posted = [...polling.world.posted(pollStart, until)].filter(
      (one) =>
        one.keyword === "tidewater" && names.has(one.subreddit.toLowerCase()) && !removed.has(one.fullname),
    );
    const { rows: found } = await pool().query<{ fullname: string }>(
      `SELECT "fullname" FROM "Notification" WHERE "watchId" = $1`,
      [watch.id],
    );
    const { rows: recorded } = await pool().query(
      `SELECT "place", "kind"::text, "fromAt", "toAt", "filledAt" FROM "Gap"`,
    );

    const got = new Set(found.map((row) => row.fullname));
    expect(got.size).toBe(found.length);
    const missed = posted.filter((one) => !got.has(one.fullname));
    const covers = (gap: (typeof recorded)[number], one: (typeof posted)[number]) =>
      gap.place === one.subreddit.toLowerCase() &&
      gap.kind === one.kind &&
      gap.fromAt <= one.createdAt &&
      one.createdAt <= gap.toAt;
    const unrecorded = missed.filter(
      (one) => !recorded.some((gap) => gap.filledAt === null && covers(gap, one)),
    );
    const needless = recorded.filter(
      (gap) => gap.filledAt === null && !missed.some((one) => covers(gap, one)),
    );

    console.log(
      `loss: seed ${seed}, ${days} days, ${polls} polls, ${failShare * 100} % of requests failing, ${share * 100} % removed: ` +
        `${posted.length} of those written stand, ${posted.length - missed.length} of them found, ` +
        `${missed.length} hidden by the cap in ${recorded.length} gaps, ${unrecorded.length} lost unrecorded, ${needless.length} gaps without loss`,
    );
    recordFaults({
      fault: `requests that fail, raids above the cap, ${share * 100} % removed`,
      injected: polling.failures.hits,
      lost: unrecorded.length,
      doubled: found.length - got.size,
      stuck: needless.length,
    });
    expect(posted.length).toBeGreaterThan(300 * (1 - share));
    expect(unrecorded).toEqual([]);
    expect(needless).toEqual([]);
    expect(gaps).toBe(recorded.length);
    expect(missed.length).toBeGreaterThan(0);
  },
);
