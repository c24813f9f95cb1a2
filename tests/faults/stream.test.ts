import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import { Random } from "../../sandbox/random";
import { type StartedSandbox, startSandbox } from "../../sandbox/server";
import { pool } from "@/server/platform/database";
import { compare, recordFaults } from "../support/fault-report";
import { bundleWorker, kill, startWorker } from "../support/kill-order";
import { getStreamUrls } from "../support/stream";

/** Kills readers while posts arrive; STREAM_KILLS=300 is the full run. */
const kills = Number(process.env.STREAM_KILLS ?? 6);
const random = new Random(Number(process.env.STREAM_SEED ?? 20_261_122));
const perSecond = 60;
const everyNth = 3;
/** The maximum time until another reader takes over: 15 s, and a few more next to much other work. */
const takeOverMs = 40_000;
/** Waits for events, not durations: a reader can start in 30 s, and the stream pauses after several failures. */
const patient = { timeout: 300_000 };

interface Reader {
  process: ChildProcess;
  /** When `listen` last returned. It doesn't return in the reader that is listening. */
  calledMs: number;
}

let sandbox: StartedSandbox;
let file: string;
let readers: Reader[] = [];
const requested: string[] = [];
let written = 0;
let writing: NodeJS.Timeout;

beforeAll(async () => {
  file = await bundleWorker("stream-worker");
  sandbox = await startSandbox({ stream: false, historyHours: 0 });
  process.env.BLUESKY_STREAM_URLS = getStreamUrls(sandbox.url).join(",");
  process.env.BLUESKY_API_URL = `${sandbox.url}/bluesky`;
  process.env.SITES = "bluesky";
  process.env.SCHEDULER = "on";
});
afterAll(async () => {
  clearInterval(writing);
  await Promise.all(readers.map((reader) => kill(reader.process)));
  await sandbox.close();
});

async function startReader(): Promise<Reader> {
  const reader = { process: await startWorker(file), calledMs: performance.now() };
  reader.process.on("message", () => (reader.calledMs = performance.now()));
  return reader;
}

/** The reader that is listening. */
const holder = () => readers.toSorted((a, b) => a.calledMs - b.calledMs)[0]!;

function write(): void {
  const isRequested = written % everyNth === 0;
  const fullname = sandbox.bluesky.world.write({
    text: `${isRequested ? "tidewater" : "something else"}, number ${written}`,
    by: `writer${written % 50}`,
  });
  written += 1;
  if (isRequested) requested.push(fullname);
}

const count = async (statement: string): Promise<number> =>
  Number((await pool().query<{ count: string }>(statement)).rows[0]!.count);
const notified = () => count(`SELECT count(*) FROM "Notification"`);
const fence = () => count(`SELECT "fence" AS count FROM "Lease" WHERE "name" = 'listen:bluesky'`);
/** Expires a dead reader's lease. */
const endLease = () =>
  pool().query(`UPDATE "Lease" SET "expiresAt" = clock_timestamp() - interval '1 second'`);

/** Injects a fault into a reader, a host or both. */
async function strike(at: number): Promise<void> {
  const { bluesky } = sandbox;
  if (at % 3 === 1) {
    bluesky.end("one", "cut");
    bluesky.end("two", "cut");
  }
  if (at % 3 === 2) bluesky.faults.set("one", { cutAfter: 5 });
  const dying = random.chance(0.8) ? holder() : readers.find((reader) => reader !== holder())!;
  await kill(dying.process);
  await endLease();
  readers = [...readers.filter((reader) => reader !== dying), await startReader()];
}

/** Waits until all matching posts have notifications. */
async function allRecorded(): Promise<void> {
  await expect.poll(notified, { ...patient, interval: 100 }).toBeGreaterThanOrEqual(requested.length);
}

test(
  "doesn't lose or duplicate posts when readers are killed or suspended and hosts disconnect",
  { timeout: 3_600_000 },
  async () => {
    // 300 rounds contain more matches than Free records per day.
    const user = await createUser({ plan: "pro" });
    const watch = await createWatch(user, { keyword: "tidewater", places: ["bluesky:all"] });
    readers = await Promise.all([startReader(), startReader()]);
    await expect.poll(() => sandbox.bluesky.listeners("one"), patient).toBeGreaterThan(0);
    writing = setInterval(write, 1_000 / perSecond);
    let recordedBefore = 0;
    for (let at = 0; at < kills; at += 1) {
      await sleep(200 + random.int(700));
      // An event that kills three readers before they record anything is skipped, which isn't tested here. So
      // make sure that every second reader records something.
      if (at % 2 === 1) await expect.poll(notified, patient).toBeGreaterThan(recordedBefore);
      recordedBefore = await notified();
      await strike(at);
    }
    await allRecorded();
    const afterKills = { requested: requested.length, written };

    // Suspend the reader until another takes over, then resume it. It no longer owns the batch it was
    // processing.
    await expect.poll(() => performance.now() - holder().calledMs, patient).toBeGreaterThan(1_500);
    const still = holder();
    const before = await fence();
    still.process.kill("SIGSTOP");
    const stoodMs = performance.now();
    await expect.poll(fence, { ...patient, interval: 50 }).toBeGreaterThan(before);
    const matches = await notified();
    await expect.poll(notified, { ...patient, interval: 20 }).toBeGreaterThan(matches);
    const followedMs = performance.now() - stoodMs;
    still.process.kill("SIGCONT");
    await sleep(500);
    clearInterval(writing);
    await allRecorded();

    const got = await pool().query<{ fullname: string }>(`SELECT "fullname" FROM "Notification"`);
    const found = compare(
      requested,
      got.rows.map(({ fullname }) => fullname),
    );
    const total = await count(
      `SELECT "matchCount" AS count FROM "WatchTotal" WHERE "watchId" = '${watch.id}'`,
    );
    const gaps = await count(`SELECT count(*) FROM "Gap"`);
    console.log(
      `stream: ${kills} readers killed, hosts broken off ${Math.floor((kills * 2) / 3)} times, ${written} posts (${afterKills.written} under kills), ` +
        `${requested.length} asked for: ${found.lost} lost, ${found.doubled} doubled, ${gaps} gaps; a reader that stood still was followed after ${(followedMs / 1000).toFixed(1)} s`,
    );
    recordFaults({
      fault: "readers of a stream killed or stopped, its hosts broken off",
      injected: kills + 1,
      lost: found.lost,
      doubled: found.doubled + (total - requested.length),
      stuck: 0,
    });
    expect({ ...found, gaps, total }).toEqual({ lost: 0, doubled: 0, gaps: 0, total: requested.length });
    expect(followedMs).toBeLessThan(takeOverMs);
  },
);
