import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import { Random } from "../../sandbox/random";
import { quietThreadDays } from "@/server/watches/followed-threads";
import { findAccount } from "@/server/accounts/statements/accounts";
import { pool } from "@/server/platform/database";
import { followThread } from "@/server/watches/follow-thread";
import { tendThreads } from "@/server/watches/tend-threads";
import { recordFaults } from "../support/fault-report";
import { threadStages, type ThreadStage } from "../support/thread-stages";

/** Replies and simulated hours. THREAD_REPLIES=2000 THREAD_HOURS=72 is the full run. */
const replies = Number(process.env.THREAD_REPLIES ?? 40);
const hours = Number(process.env.THREAD_HOURS ?? 1);
const seed = Number(process.env.THREAD_SEED ?? 7);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const stepMs = 5 * minuteMs;
const killEverySteps = hours > 4 ? 100 : 5;
/** Shares of replies that are edited, deleted after they were read, and deleted before. */
const [editedShare, deletedShare, unseenShare] = [0.05, 0.03, 0.02];
/** Replies and requests vary by step. */
const tolerance = 1.2;

let stage: ThreadStage;
let user: Awaited<ReturnType<typeof createUser>>;

async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await pool().query<Row>(text, values)).rows;
}

async function begin(start: () => Promise<ThreadStage>) {
  stage = await start();
  user = await createUser({ plan: "pro" });
  const watched = { keyword: "tidewater", places: stage.places, activeSince: stage.now() };
  await createWatch(user, { ...watched, browserNotification: false });
  await readAll();
  const root = stage.post("tidewater");
  const other = stage.post("Another thread");
  await readAll();
  return { root, other };
}

/** Reads until everything written has been read. */
async function readAll(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    stage.advance(stepMs);
    await stage.read();
  }
}

async function followRoot(root: string): Promise<string> {
  const [found] = await query<{ id: string }>(`SELECT "id" FROM "Notification" WHERE "fullname" = $1`, [
    root,
  ]);
  const account = await findAccount(pool(), user.id);
  return (await followThread(account!, found!.id, stage.now())).watch._id;
}

/** Writes replies at an even rate, edits and deletes some of them, and kills readers. Returns the requests. */
async function simulate(
  root: string,
  { count, steps, tend }: { count: number; steps: number; tend: boolean },
) {
  const random = new Random(seed);
  const [written, unseen, ended]: [string[], Set<string>, Set<string>] = [[], new Set(), new Set()];
  const requests = { reading: 0, readSteps: 0, counting: 0 };
  let [edits, kills] = [0, 0];
  for (let step = 1; step <= steps; step += 1) {
    stage.advance(stepMs);
    while (written.length < Math.round((count * step) / steps)) {
      written.push(stage.reply(root, `Reply ${written.length}`));
      if (random.chance(unseenShare)) {
        stage.end(written.at(-1)!);
        unseen.add(written.at(-1)!);
      }
    }
    const isAlive = (one: string | undefined): one is string =>
      one !== undefined && !unseen.has(one) && !ended.has(one);
    const [edited, deleted] = [written[random.int(written.length)], written[random.int(written.length - 5)]];
    if (random.chance((editedShare * count) / steps) && isAlive(edited)) {
      stage.edit(edited, "Edited since");
      edits += 1;
    }
    const isKilled = step % killEverySteps === 0;
    if (isKilled) {
      await stage.die();
      kills += 1;
    }
    const made = await stage.read();
    if (!isKilled) {
      requests.reading += made;
      requests.readSteps += 1;
    }
    if (random.chance((deletedShare * count) / steps) && isAlive(deleted)) {
      stage.end(deleted);
      ended.add(deleted);
    }
    if (tend) requests.counting += await tendAll();
  }
  return { written, unseen, ended, edits, kills, requests };
}

/** Counts replies and ends quiet threads, as a run does. Returns the requests. */
async function tendAll(): Promise<number> {
  const { context, requests } = stage.counting();
  await tendThreads(context, [context]);
  expect(context.faults).toEqual([]);
  return requests();
}

const stateOf = async (watchId: string) =>
  (
    await query<{ replies: number; total: number | null; isActive: boolean; lastReplyAt: Date }>(
      `SELECT t."replies", t."total", t."lastReplyAt", w."isActive" FROM "Watch" w JOIN "Thread" t ON t."root" = w."root" WHERE w."id" = $1`,
      [watchId],
    )
  )[0]!;

beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "Sequence", "PendingNumber", "ForumRead", "TrackerRead", "TrackerOpening", "TrackerNumber", "WalkRead", "WatchTotal", "Thread", "Stream", "StreamMinute", "PageRead", "SiteCount", "Run", "Lease" CASCADE`,
  );
});
afterEach(() => stage.close());

describe.each(Object.entries(threadStages))("%s", (id, start) => {
  test("a long thread is read completely and costs no further requests", { timeout: 3_600_000 }, async () => {
    const { root, other } = await begin(start);
    const steps = Math.round((hours * hourMs) / stepMs);
    const before = await simulate(other, {
      ...{ count: Math.ceil(replies / 12), steps: Math.ceil(steps / 12), tend: false },
    });
    await readAll();
    const watchId = await followRoot(root);
    stage.advance(minuteMs);
    const after = await simulate(root, { count: replies, steps, tend: true });
    await readAll();
    // Replies are only counted again after a new one.
    after.written.push(stage.reply(root, "The last one"));
    await readAll();
    await tendAll();

    const found = (
      await query<{ fullname: string }>(`SELECT "fullname" FROM "Notification" WHERE "watchId" = $1`, [
        watchId,
      ])
    ).map(({ fullname }) => fullname);
    const distinct = new Set(found);
    const wanted = after.written.filter((one) => !after.unseen.has(one));
    const lost = wanted.filter((one) => !distinct.has(one));
    const foreign = found.filter((one) => !after.written.includes(one));
    const state = await stateOf(watchId);
    const shown = await stage.countReplies(root);
    const perStep = ({ reading, readSteps }: typeof before.requests) => reading / readSteps;
    console.log(
      `thread: ${id}: ${after.written.length} replies, ${after.edits} edited, ${after.ended.size} deleted later, ${after.unseen.size} before reading, ${after.kills} kills: ${lost.length} lost, ${found.length - distinct.size} doubled, ${state.replies} counted, the site shows ${shown ?? "no count"}; ${perStep(before.requests).toFixed(2)} requests per read before, ${perStep(after.requests).toFixed(2)} after, ${after.requests.counting} to count`,
    );
    recordFaults({
      ...{ fault: "thread with edits, deletions and killed readers", injected: after.kills + after.edits },
      ...{ lost: lost.length, doubled: found.length - distinct.size, stuck: 0 },
    });
    expect({ lost, foreign, doubled: found.length - distinct.size }).toEqual({
      lost: [],
      foreign: [],
      doubled: 0,
    });
    expect(state.replies).toBe(found.length);
    expect(state.total).toBe(shown);
    if (shown !== null) {
      // Sites differ in whether deleted replies count.
      expect(shown).toBeLessThanOrEqual(after.written.length);
      expect(shown).toBeGreaterThanOrEqual(wanted.length - after.ended.size);
    }
    expect(perStep(after.requests)).toBeLessThanOrEqual(perStep(before.requests) * tolerance + 1);
    expect(after.requests.counting).toBeLessThanOrEqual(Math.ceil((hours * 60) / 15) + 1);

    // The reader continues without new replies.
    const end = state.lastReplyAt.getTime() + quietThreadDays * 24 * hourMs;
    while (stage.now().getTime() + 12 * hourMs < end) {
      stage.advance(12 * hourMs);
      await stage.read();
    }
    await tendAll();
    expect(await stateOf(watchId)).toMatchObject({ isActive: true });
    stage.advance(end - stage.now().getTime() + stepMs);
    await stage.read();
    await tendAll();
    expect(await stateOf(watchId)).toMatchObject({ isActive: false });
  });
});
