import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import { Random } from "../../sandbox/random";
import type { StackPost } from "../../sandbox/stackexchange/world";
import { recordFaults } from "../support/fault-report";
import { pollStart } from "../support/polling";
import { startStackExchangeSandbox } from "../support/stackexchange";
import { dyingWalks } from "../support/walks";
import { pool } from "@/server/platform/database";

/** Simulated hours; STACKEXCHANGE_HOURS=24 is the full run. */
const hours = Number(process.env.STACKEXCHANGE_HOURS ?? 2.5);
const seed = Number(process.env.STACKEXCHANGE_SEED ?? 7);
const minuteMs = 60_000;
const killEveryPolls = 10;
/** A burst of posts within half a minute. */
const burstEveryPolls = hours > 4 ? 120 : 40;
const burstPosts = 300;
const failShare = 0.05;
const deletedShare = 0.05;
/** The share of posts that the site indexes up to eight minutes late. */
const lateShare = 0.05;
/** Stack Overflow has about three posts a minute. */
const perMinute = 3;

let stage: Awaited<ReturnType<typeof startStackExchangeSandbox>>;
beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "WalkRead", "WatchTotal" CASCADE`,
  );
  stage = await startStackExchangeSandbox({ timeoutMs: 1_000, stackExchange: { cachedMs: 60_000, seed } });
});
afterEach(() => stage.close());

/** Simulates the site's users. */
function people(random: Random) {
  const { world } = stage;
  const doomed: { post: StackPost; atMs: number }[] = [];
  const write = () => {
    const keyword = random.chance(0.2) ? "tidewater" : null;
    const text = keyword ?? "an ordinary <answer>";
    const roots = world.shown("stackoverflow", "question").slice(-30);
    const by = random.chance(0.05) ? null : random.chance(0.02) ? undefined : "ada";
    const shownInMs = random.chance(lateShare) ? random.int(8 * minuteMs) : 0;
    const draft = {
      by,
      text,
      keyword,
      shownInMs,
      title: `"${text}" & more`,
      tags: [random.pick(["rust", "c++"])],
    };
    const kind = roots.length === 0 ? 0 : random.int(5);
    if (kind === 0) world.write(draft);
    else if (kind === 1) world.write({ ...draft, question: random.pick(roots).id });
    else world.write({ ...draft, post: random.pick(roots).id });
    const post = world.posts.at(-1)!;
    if (random.chance(deletedShare))
      doomed.push({ post, atMs: world.clock.nowMs() + random.int(120 * minuteMs) });
    else if (random.chance(0.05) && post.keyword === null)
      world.edit(post.site, post.kind === "comment" ? "comment" : "post", post.id, "an edited answer");
  };
  return (count: number) => {
    for (let n = 0; n < count; n += 1) write();
    for (const one of doomed.splice(0)) {
      const { post, atMs } = one;
      if (atMs > world.clock.nowMs()) doomed.push(one);
      else world.end(post.site, post.kind === "comment" ? "comment" : "post", post.id);
    }
  };
}

async function run(random: Random): Promise<{ polls: number; kills: number; bursts: number }> {
  const { advance, connect, pollOnce, stackExchange } = stage;
  const act = people(random);
  const count = { polls: Math.ceil(hours * 60), kills: 0, bursts: 0 };
  let site = connect();
  for (let at = 1; at <= count.polls; at += 1) {
    const isBurst = at % burstEveryPolls === 0;
    if (isBurst) count.bursts += 1;
    stackExchange.switches.backoff = random.chance(0.05) ? 90 : null;
    for (let part = 0; part < 6; part += 1) {
      advance(10_000);
      act(isBurst && part < 3 ? burstPosts / 3 : Number(random.chance(perMinute / 6)));
    }
    if (at % killEveryPolls !== 0) await pollOnce({ site });
    else {
      count.kills += 1;
      await pollOnce({ site: dyingWalks(site, random.int(4)) });
      // The next process starts without this one's memory.
      site = connect();
    }
  }
  return count;
}

test(
  "records every post once for its site and its tag, or names it in a gap",
  { timeout: 7_200_000 },
  async () => {
    const { world, failures, stackExchange } = stage;
    const places = ["stackoverflow", "stackoverflow/rust"];
    for (const place of places)
      await createWatch(await createUser(), {
        ...{ keyword: "tidewater", places: [`stackexchange:${place}`], activeSince: pollStart },
      });
    failures.set({ service: "stackexchange", mode: "mixed", share: failShare });
    const { polls, kills, bursts } = await run(new Random(seed));
    failures.clear();
    stackExchange.switches.backoff = null;
    // Until late posts are shown and the last ranges have been compared with their totals.
    for (let n = 0; n < 20; n += 1) {
      stage.advance(5 * minuteMs);
      await stage.pollOnce();
    }

    const column = async (text: string) =>
      (await pool().query<{ value: string }>(text)).rows.map(({ value }) => value);
    const read = new Set(await column(`SELECT "fullname" AS value FROM "RecentItem"`));
    const reported = await column(`SELECT "fullname" AS value FROM "Notification"`);
    const matched = new Set(reported);
    const gaps = await column(`SELECT coalesce("items", 0)::text AS value FROM "Gap"`);
    const standing = world.posts.filter(({ isDeleted }) => !isDeleted);
    const letter = { question: "q", answer: "a", comment: "c" } as const;
    const expected = standing.flatMap((post) =>
      places
        .filter((place) => place === "stackoverflow" || post.tags.includes("rust"))
        .map((place) => ({ fullname: `${place}:${letter[post.kind]}:${post.id}`, keyword: post.keyword })),
    );
    const unread = expected.filter(({ fullname }) => !read.has(fullname));
    const unheard = expected.filter(({ fullname, keyword }) => keyword !== null && !matched.has(fullname));
    const counted = await column(`SELECT sum("itemsToday")::text AS value FROM "PlaceRead"`);
    const early = stackExchange.requested.filter(({ isEarly }) => isEarly).length;
    console.log(
      `stack exchange: seed ${seed}, ${hours} h, ${polls} polls, ${bursts} bursts of ${burstPosts}, ${failShare * 100} % of requests failing (${failures.hits}), ` +
        `${kills} killed: ${world.posts.length} posts, ${standing.length} of them standing, ${unread.length} unread, ${unheard.length} unheard, ` +
        `${reported.length - matched.size} doubled, ${gaps.length} gaps, ${stackExchange.requested.length} requests, ${early} too early`,
    );
    recordFaults({
      fault: "Stack Exchange with failing requests, late and deleted posts, backoff, readers killed",
      injected: failures.hits + kills,
      lost: unread.length,
      doubled: reported.length - matched.size,
      stuck: 0,
    });
    expect([unread, unheard, gaps]).toEqual([[], [], []]);
    expect(reported.length).toBe(matched.size);
    expect(matched.size).toBeGreaterThan(bursts * burstPosts * 0.1);
    expect(kills).toBeGreaterThan(0);
    expect(stackExchange.usedToday()).toBeLessThan(10_000);
    // The coverage counts what was recorded, on the day of its last read.
    if (hours < 12) expect(Number(counted[0])).toBe(read.size);
  },
);
