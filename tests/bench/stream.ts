/**
 * A stream site with 10,000 watches of 1,000 Pro users, one process that listens and one that delivers. It
 * catches up on a missed hour, then delivers posts as they are written, with both versions of Bluesky's
 * stream: `npx tsx tests/bench/stream.ts [seconds]`; use 1800 to check for memory growth. Bluesky and the
 * mail provider are a sandbox in this process.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { startSandbox } from "../../sandbox/server";
import { getStreamUrl } from "../support/bluesky";
import { printFigure } from "./figure";
import { onOwnDatabase, sizeOr } from "./stage";
import { printCosts, printWaits, type MeasuredCost } from "./stream-figures";
import { startWorker, type Cost } from "./stream-process";

const group = "stream";
const runMs = 1_000 * sizeOr(60);
const [users, watchesEach] = [1_000, 10];
const matchedWatches = 10;
/** Matching posts per second, the same number as in the slower form of `alerts`. */
const matchesPerSecond = 2;
/** As recorded from the real stream: one event in nine is a post, 53 per second. */
const eventsPerSecond = 478;
const missed = { posts: 190_000, ms: 3_600_000, matchOneIn: 100, framesPerSecond: 5_000 };
/** A post of typical length. */
const text =
  "Some sentences that somebody wrote about late trains, chairs and the weather, of the length that is usual there";
const wires = [
  { name: "posts alone", version: 2, eventsPerSecond, emitsAll: false, maxProcessor: 5 },
  {
    name: "all 500 events/s, first version",
    version: 1,
    eventsPerSecond: 500,
    emitsAll: true,
    maxProcessor: 15,
  },
] as const;

/** Warm-up before measuring (ms). */
const warmMs = 10_000;

const sandbox = await startSandbox({ stream: false, historyHours: 0, startMs: Date.now() - missed.ms });
const { world, faults } = sandbox.bluesky;
const { clock } = world;
/** Creation time of each matching post, by fullname. */
const writtenMs = new Map<string, number>();

try {
  await onOwnDatabase(bench, {
    ...{ SITES: "bluesky", SCHEDULER: "on", LOG_LEVEL: "error" },
    BLUESKY_STREAM_URLS: getStreamUrl(sandbox.url, "bluesky", 2),
    BLUESKY_API_URL: `${sandbox.url}/bluesky`,
    RESEND_BASE_URL: `${sandbox.url}/resend`,
  });
} finally {
  await sandbox.close();
}

async function bench(): Promise<void> {
  const { makeAlerted } = await import("./watching");
  await makeAlerted(users, watchesEach, { places: ["bluesky:all"], sinceMs: 2 * missed.ms });
  const deliverer = await startWorker("deliver");
  await missAnHour();
  world.options.perSecond = eventsPerSecond;
  await catchUp();
  for (const wire of wires) await listenTo(wire);
  await deliverer.stop();
}

/** Writes a post that matches some watches. */
async function writeMatches(): Promise<void> {
  const { matchedWords } = await import("./watching");
  const n = writtenMs.size;
  const words = matchedWords(n, matchedWatches, users * watchesEach);
  const fullname = world.write({ text: `About ${words}`, by: `writer${n}` });
  writtenMs.set(fullname, clock.nowMs());
}

/** Starts and stops a listener, then simulates an hour of posts. */
async function missAnHour(): Promise<void> {
  const reader = await startWorker("listen");
  while (sandbox.bluesky.listeners("one") === 0) await sleep(20);
  const beforeMs = clock.nowMs();
  world.write({ text: "Something of before" });
  await untilRead(beforeMs);
  await reader.stop();
  // Slightly less than an hour, since this takes time too.
  const everyMs = (missed.ms - 30_000) / missed.posts;
  for (let n = 1; n <= missed.posts; n += 1) {
    clock.advance(everyMs);
    if (n % missed.matchOneIn === 0) await writeMatches();
    else world.write({ text: `${text}, number ${n}`, by: `somebody${n % 5_000}` });
  }
  clock.set(Date.now());
}

async function catchUp(): Promise<void> {
  faults.set("one", { framesPerSecond: missed.framesPerSecond });
  const reader = await startWorker("listen");
  const startedMs = performance.now();
  const before = await reader.measure();
  await untilRead(clock.nowMs());
  const seconds = (performance.now() - startedMs) / 1_000;
  const { workedMs } = await reader.measure();
  const what = `an hour of ${missed.posts.toLocaleString("en")} posts, ${missed.framesPerSecond.toLocaleString("en")} a second`;
  const share = (workedMs - before.workedMs) / (10 * seconds);
  console.log(`${what}: ${seconds.toFixed(1)} s, ${share.toFixed(0)} % of a core`);
  printFigure({
    group,
    bound: "ceiling",
    what: `${what}: caught up in`,
    goal: 60,
    measured: seconds,
    unit: "s",
  });
  await printMissing(what);
  await reader.stop();
  faults.reset();
}

/** Waits until the stream has been processed up to this moment. */
async function untilRead(ms: number): Promise<void> {
  const { pool } = await import("../../src/server/platform/database");
  for (let readMs = 0; readMs < ms; await sleep(50)) {
    const { rows } = await pool().query<{ at: Date }>(`SELECT "at" FROM "Stream" WHERE "cursor" IS NOT NULL`);
    readMs = rows[0]?.at.getTime() ?? 0;
  }
}

/** Measures the delay and the cost while listening. */
async function listenTo({ name, version, eventsPerSecond, emitsAll, maxProcessor }: (typeof wires)[number]) {
  const { onRecorded } = await import("../../src/server/platform/wake");
  const { pool } = await import("../../src/server/platform/database");
  const { waitUntilNotified } = await import("./watching");
  await waitUntilNotified();
  world.options.perSecond = eventsPerSecond;
  faults.set("one", { emitsAll });
  const reader = await startWorker("listen", {
    BLUESKY_STREAM_URLS: getStreamUrl(sandbox.url, "bluesky", version),
  });
  // Exclude the cost of the first matches.
  await write(warmMs);

  const begunAt = new Date();
  const waitsMs: number[] = [];
  const result = new Set<string>();
  const deaf = onRecorded(() => {
    const matchedMs = Date.now();
    void findNotified(begunAt).then((fullnames) => {
      for (const fullname of fullnames.filter((one) => !result.has(one) && writtenMs.has(one))) {
        result.add(fullname);
        waitsMs.push(matchedMs - writtenMs.get(fullname)!);
      }
    });
  });
  const costs = await writeAndMeasure(reader.measure);
  await untilRead(clock.nowMs());
  await waitUntilNotified();
  deaf();
  await reader.stop();
  printWaits(name, waitsMs);
  printCosts(name, reader.idle, costs, maxProcessor);

  const { rows } = await pool().query<{ p95: number }>(
    `SELECT (percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM d."sentAt" - i."createdAt")))::float8 AS p95
     FROM "Item" i JOIN "Notification" n USING ("fullname") JOIN "DeliveryEntry" e ON e."notificationId" = n."id" AND NOT e."isDeferred"
       JOIN "Delivery" d ON d."id" = e."deliveryId" AND d."channel" = 'email'
     WHERE i."createdAt" >= $1`,
    [begunAt],
  );
  const what = `${name}: written to the mail that it opens, p95`;
  printFigure({ group, bound: "ceiling", what, goal: 5, measured: rows[0]!.p95, unit: "s" });
  await printMissing(name);
}

/** The items recorded since then. */
async function findNotified(since: Date): Promise<string[]> {
  const { pool } = await import("../../src/server/platform/database");
  const { rows } = await pool().query<{ fullname: string }>(
    `SELECT DISTINCT "fullname" FROM "Notification" WHERE "createdAt" >= greatest($1, now() - interval '10 seconds')`,
    [since],
  );
  return rows.map(({ fullname }) => fullname);
}

/** Writes matching posts at an even pace for this long. */
async function write(forMs: number): Promise<void> {
  const startedMs = performance.now();
  const before = writtenMs.size;
  for (let passedMs = 0; passedMs < forMs; passedMs = performance.now() - startedMs) {
    while (writtenMs.size - before < (passedMs / 1_000) * matchesPerSecond) await writeMatches();
    await sleep(10);
  }
}

/** Writes for the duration of the benchmark and measures ten times, including the start and the end. */
async function writeAndMeasure(measure: () => Promise<Cost>): Promise<MeasuredCost[]> {
  const startedMs = performance.now();
  const measured = async () => ({ atMs: performance.now() - startedMs, ...(await measure()) });
  const costs = [await measured()];
  for (let part = 0; part < 9; part += 1) {
    await write(runMs / 9);
    costs.push(await measured());
  }
  return costs;
}

/** Prints the number of missing matches. */
async function printMissing(name: string): Promise<void> {
  const { pool } = await import("../../src/server/platform/database");
  const { rows } = await pool().query<{ reported: number; counted: number; mailed: number; gaps: number }>(
    `SELECT (SELECT count(*)::int FROM "Notification") AS reported, (SELECT sum("matchCount")::int FROM "WatchTotal") AS counted,
       (SELECT count(*)::int - count(DISTINCT e."notificationId")::int FROM "DeliveryEntry" e
          JOIN "Delivery" d ON d."id" = e."deliveryId" AND d."channel" = 'email') AS mailed,
       (SELECT count(*)::int FROM "Gap") AS gaps`,
  );
  const { reported: result, counted, mailed, gaps } = rows[0]!;
  const figure = { group, bound: "ceiling", goal: 0, unit: "" } as const;
  const requested = writtenMs.size * matchedWatches;
  const doubled = Math.max(0, result - requested) + counted - result + mailed;
  printFigure({
    ...figure,
    what: `${name}: matches lost, and gaps`,
    measured: Math.max(0, requested - result) + gaps,
  });
  printFigure({ ...figure, what: `${name}: matches doubled`, measured: doubled });
}
