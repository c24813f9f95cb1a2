/**
 * Time from an item to its email: 1,000 Pro users with 10 watches each, items written at an even pace, polls
 * at the interval of the app's own clock, and deliveries woken as in production: `npx tsx
 * tests/bench/alerts.ts [seconds] [--short]`. The site and the mail provider are a sandbox in a separate
 * process.
 */
import path from "node:path";
import type { Pool } from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { startProgram } from "../../scripts/processes.mjs";
import { placesOn } from "@/domain/reading/place";
import { isShort, printFigure } from "./figure";
import { onOwnDatabase, sizeOr } from "./stage";

const group = "alerts";
const runMs = 1000 * sizeOr(isShort ? 4 : 80);
const pollEveryMs = isShort ? 2_000 : 20_000;
const [users, watchesEach] = isShort ? [100, 10] : [1_000, 10];
const watchesAnItem = 10;
/**
 * The first rate is ten times what this many watches match in practice. At the second, every user gets an
 * email from nearly every poll.
 */
const itemsPerSecond = [2, 10];
/** Extra time allowed beyond the interval for a real-time email. */
const beyondMs = 15_000;
/** Maximum time from recording a match to its email, if it starts one. */
const notifiedWithinMs = 5_000;
/** Number of items written. Each has different words. */
let count = 0;
const subreddits = ["webdev", "startups", "smallbusiness", "programming", "Coffee", "SaaS", "Entrepreneur"];

const folder = path.resolve(".data/test");
const sandbox = await startProgram("bench-sandbox", "sandbox/main.ts", {
  args: ["--certificate", folder, "--no-stream", "--history-hours", "0"],
  imports: ["tsx"],
  logFolder: path.join(folder, "logs"),
});
const site = `http://127.0.0.1:${sandbox.message.port}`;
const settings = {
  RESEND_BASE_URL: `${site}/resend`,
  REDDIT_AUTH_URL: `${site}/reddit`,
  REDDIT_API_URL: `${site}/reddit`,
};
try {
  await onOwnDatabase(bench, settings);
} finally {
  await sandbox.stop();
}

async function bench(): Promise<void> {
  const { pool } = await import("../../src/server/platform/database");
  const { runDeliver, runPoll } = await import("../../src/server/operation/cron");
  const { wakeDelivery } = await import("../../src/server/operation/wake-delivery");
  const { makeAlerted } = await import("./watching");
  await makeAlerted(users, watchesEach, { places: placesOn("reddit", subreddits), sinceMs: 3_600_000 });
  await runPoll();

  const sleepAgain = wakeDelivery(async () => {
    const tally = await runDeliver();
    return "sent" in tally && tally.sent + tally.failed + tally.retried > 0;
  });
  for (const rate of itemsPerSecond) await alert(rate, runPoll, pool());
  sleepAgain();

  // As after a quiet night: recently busy places would be read in more lanes.
  await pool().query(`UPDATE "PlaceRead" SET "rate" = 0.1 WHERE "rate" > 0.1`);
  printFigure({
    group,
    bound: "ceiling",
    what: "statements of a poll that finds nothing",
    goal: 10,
    measured: await statementsOf(runPoll),
    unit: "",
    wide: 20,
  });
}

/** Writes and polls for a while and prints the time from an item to its email. */
async function alert(rate: number, runPoll: () => Promise<unknown>, db: Pool): Promise<void> {
  const begunAt = new Date();
  const startedMs = performance.now();
  let isWriting = true;
  const writing = write(rate, startedMs).finally(() => (isWriting = false));
  // One extra round, so the last items and throttled messages are sent too.
  for (let polls = 1, last = false; !last; polls += 1) {
    last = !isWriting;
    await runPoll();
    await sleep(Math.max(0, polls * pollEveryMs - (performance.now() - startedMs)));
  }
  const written = await writing;

  const { waitUntilNotified } = await import("./watching");
  await waitUntilNotified();

  const { rows } = await db.query<{
    pairs: number;
    unsent: number;
    p50: number;
    p95: number;
    reported: number;
  }>(
    `SELECT count(*)::int AS pairs, count(*) FILTER (WHERE d."sentAt" IS NULL)::int AS unsent,
       (percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM d."sentAt" - n."createdAt")) FILTER (WHERE NOT e."isDeferred"))::float8 AS reported,
       (percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM d."sentAt" - i."createdAt")))::float8 AS p50,
       (percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM d."sentAt" - i."createdAt")))::float8 AS p95
     FROM "Notification" n JOIN "Item" i USING ("fullname")
       LEFT JOIN "DeliveryEntry" e ON e."notificationId" = n."id"
       LEFT JOIN "Delivery" d ON d."id" = e."deliveryId" AND d."channel" = 'email'
     WHERE n."createdAt" >= $1`,
    [begunAt],
  );
  const { pairs, unsent, p50, p95, reported: reported } = rows[0]!;
  console.log(`${written} items, ${pairs} matches; item to mail p50 ${p50.toFixed(1)} s`);
  const matchesPerSecond = rate * watchesAnItem;
  const figure = { group, bound: "ceiling" } as const;
  printFigure({
    ...figure,
    what: `item to mail, ${users.toLocaleString("en")} users × ${watchesEach} watches, ${matchesPerSecond} matches/s, p95`,
    goal: (pollEveryMs + beyondMs) / 1000,
    measured: p95,
    unit: "s",
  });
  printFigure({
    ...figure,
    what: `a match to the mail that it opens, ${matchesPerSecond} matches/s, p95`,
    goal: notifiedWithinMs / 1000,
    measured: reported,
    unit: "s",
  });
  const missing = written * watchesAnItem - pairs + unsent;
  printFigure({ ...figure, what: "matches without a mail", goal: 0, measured: missing, unit: "", wide: 0 });
}

/** Writes items at an even pace until the time is over, each matching some watches. Returns their number. */
async function write(rate: number, startedMs: number): Promise<number> {
  const { matchedWords } = await import("./watching");
  const before = count;
  for (let passedMs = 0; passedMs < runMs; passedMs = performance.now() - startedMs) {
    for (; count - before < (passedMs / 1000) * rate; count += 1) {
      const post = {
        subreddit: subreddits[count % subreddits.length],
        title: `About ${matchedWords(count, watchesAnItem, users * watchesEach)}`,
        selftext: "A sentence below.",
      };
      await fetch(`${site}/control/post`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(post),
      });
    }
    await sleep(20);
  }
  return count - before;
}

/** Number of statements, excluding BEGIN, COMMIT and ROLLBACK. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const { openStatementLog } = await import("../support/statement-log");
  const log = await openStatementLog();
  const statements = await log.during(work);
  return statements.filter((text) => !/^(?:BEGIN|COMMIT|ROLLBACK|SET)\b/i.test(text)).length;
}
