import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import { Random } from "../../sandbox/random";
import { recordFaults } from "../support/fault-report";
import { dyingForums, forumHosts, startForums } from "../support/forums";
import { pollStart } from "../support/polling";
import { pool } from "@/server/platform/database";

/** Simulated hours; FORUMS_HOURS=24 is the full run. */
const hours = Number(process.env.FORUMS_HOURS ?? 0.24);
const seed = Number(process.env.FORUMS_SEED ?? 7);
const minuteMs = 60_000;
const killEveryPolls = hours > 4 ? 10 : 4;
/** A burst of posts within half a minute. */
const burstEveryPolls = hours > 4 ? 60 : 6;
const burstPosts = 500;
const failShare = 0.05;
const privateShare = 0.15;
/**
 * The share of posts removed within five minutes, and the share shown up to two minutes after later numbers.
 */
const takenShare = 0.05;
const lateShare = 0.05;
const place = forumHosts.harbour;

let stage: Awaited<ReturnType<typeof startForums>>;
beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "ForumRead", "WatchTotal" CASCADE`,
  );
  stage = await startForums({ timeoutMs: 1_000, discourse: { pagesCachedMs: 60_000, seed } });
});
afterEach(() => stage.close());

/** Simulates the forum's users. */
function people(random: Random) {
  const { world } = stage;
  const doomed: { number: number; atMs: number }[] = [];
  const write = () => {
    const isHeard = random.chance(0.2);
    const text = isHeard ? "tidewater" : "an ordinary reply";
    const state = random.chance(privateShare) ? ("private" as const) : ("live" as const);
    const shownInMs = random.chance(lateShare) ? random.int(110_000) : 0;
    const topic = random.chance(0.2) ? {} : { topic: 1 };
    const draft = { ...topic, title: text, text, state, shownInMs, keyword: isHeard ? "tidewater" : null };
    const number = world.write("harbour", draft);
    if (state === "live" && random.chance(takenShare))
      doomed.push({ number, atMs: world.clock.nowMs() + random.int(5 * minuteMs) });
  };
  return (count: number) => {
    for (let n = 0; n < count; n += 1) write();
    const nowMs = world.clock.nowMs();
    for (const one of doomed.splice(0)) {
      if (one.atMs > nowMs) doomed.push(one);
      else world.end("harbour", one.number, random.pick(["deleted", "by-author", "hidden"]));
    }
  };
}

async function run(random: Random): Promise<{ polls: number; kills: number; bursts: number }> {
  const { advance, connect, pollOnce } = stage;
  const act = people(random);
  const count = { polls: Math.ceil(hours * 60), kills: 0, bursts: 0 };
  let site = connect();
  for (let at = 1; at <= count.polls; at += 1) {
    const isBurst = at % burstEveryPolls === 0;
    if (isBurst) count.bursts += 1;
    for (let part = 0; part < 6; part += 1) {
      advance(10_000);
      act(isBurst && part < 3 ? Math.ceil(burstPosts / 3) : random.int(2));
    }
    if (at % killEveryPolls !== 0) await pollOnce({ site });
    else {
      count.kills += 1;
      await pollOnce({ site: dyingForums(site, random.int(6)) });
      // The next process starts without this one's memory.
      site = connect();
    }
  }
  return count;
}

test("reads every number or counts it as hidden, exactly once", { timeout: 7_200_000 }, async () => {
  const { world, failures } = stage;
  const watch = { keyword: "tidewater", places: [`discourse:${place}`], activeSince: pollStart };
  await createWatch(await createUser(), watch);
  await stage.pollOnce();
  failures.set({ service: "discourse", mode: "mixed", share: failShare });
  const { polls, kills, bursts } = await run(new Random(seed));
  failures.clear();
  // Wait until deferred numbers have been read and all numbers are old enough to be final.
  for (let n = 0; n < 5; n += 1) {
    stage.advance(30 * minuteMs);
    await stage.pollOnce();
  }

  const posts = world.known("harbour").posts.slice(1);
  const count = async (text: string) => (await pool().query<{ n: number }>(text)).rows[0]!.n;
  const read = new Set(
    (await pool().query<{ fullname: string }>(`SELECT "fullname" FROM "RecentItem"`)).rows.map(
      (row) => row.fullname,
    ),
  );
  const result = (await pool().query<{ fullname: string }>(`SELECT "fullname" FROM "Notification"`)).rows;
  const matches = new Set(result.map(({ fullname }) => fullname));
  const { rows } = await pool().query<{ reached: number; hidden: number }>(
    `SELECT "reached"::int, "hidden"::int FROM "ForumRead"`,
  );
  const { reached, hidden } = rows[0]!;
  const isRead = ({ number }: { number: number }) => read.has(`${place}:post:${number}`);
  const current = posts.filter(({ state }) => state === "live");
  const unread = current.filter((post) => !isRead(post));
  const failureFor = current.filter(
    ({ number, keyword }) => keyword !== null && !matches.has(`${place}:post:${number}`),
  );
  const unnamed = posts.filter((post) => !isRead(post)).length - hidden;
  const gaps = await count(`SELECT count(*)::int AS n FROM "Gap"`);
  console.log(
    `forums: seed ${seed}, ${hours} h, ${polls} polls, ${bursts} bursts of ${burstPosts}, ${failShare * 100} % of requests failing (${failures.hits}), ` +
      `${kills} killed: ${posts.length} numbers, ${current.length} of them standing, ${unread.length} unread, ${hidden} counted as not shown, ` +
      `${failureFor.length} unheard, ${result.length - matches.size} doubled, ${gaps} gaps`,
  );
  recordFaults({
    fault: "forums whose requests fail, numbers that are private, late or taken away, readers killed",
    injected: failures.hits + kills,
    lost: unread.length + Math.max(0, unnamed),
    doubled: result.length - matches.size,
    stuck: 0,
  });
  expect(posts.length).toBeGreaterThan(bursts * burstPosts);
  expect([unread, failureFor, gaps]).toEqual([[], [], 0]);
  expect(reached).toBe(posts.at(-1)!.number);
  // Posts that were read and then removed before they were final are counted too.
  expect(unnamed).toBeLessThanOrEqual(0);
  expect(hidden).toBeLessThanOrEqual(posts.length - current.length);
  expect(result.length).toBe(matches.size);
  expect(matches.size).toBeGreaterThan(bursts * burstPosts * 0.1);
  expect(kills).toBeGreaterThan(0);
});
