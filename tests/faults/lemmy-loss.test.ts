import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import { Random } from "../../sandbox/random";
import type { LemmyItem, State } from "../../sandbox/lemmy/world";
import { recordFaults } from "../support/fault-report";
import { lemmyHosts, startLemmySandbox } from "../support/lemmy";
import { pollStart } from "../support/polling";
import { dyingWalks } from "../support/walks";
import { pool } from "@/server/platform/database";

/** Simulated hours; LEMMY_HOURS=24 is the full run. */
const hours = Number(process.env.LEMMY_HOURS ?? 0.6);
const seed = Number(process.env.LEMMY_SEED ?? 7);
const minuteMs = 60_000;
const killEveryPolls = 8;
/** A burst of items within half a minute. */
const burstEveryPolls = hours > 4 ? 120 : 15;
const burstItems = 200;
const failShare = 0.05;
/** Shares of ids that never become public, and of items deleted within an hour. */
const privateShare = 0.05;
const deletedShare = 0.05;
/** The share of items that arrive up to five hours after their publication. */
const lateShare = 0.1;
/** All of Lemmy has about ten thousand items a day. */
const perMinute = 7;
const host = lemmyHosts.tidepool;
const community = "music";

let stage: Awaited<ReturnType<typeof startLemmySandbox>>;
beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "WalkRead", "WatchTotal" CASCADE`,
  );
  stage = await startLemmySandbox({ timeoutMs: 1_000, lemmy: { seed } });
});
afterEach(() => stage.close());

/** Simulates the instance's users. */
function people(random: Random) {
  const { world } = stage;
  const doomed: { item: LemmyItem; state: State; atMs: number }[] = [];
  const { items } = world.known("tidepool");
  const write = () => {
    const keyword = random.chance(0.2) ? "tidewater" : null;
    const text = keyword ?? "an ordinary reply";
    const nowMs = world.clock.nowMs();
    const lateMs = random.chance(lateShare)
      ? random.int(Math.min(300 * minuteMs, nowMs - pollStart.getTime()))
      : 0;
    const state: State = random.chance(privateShare) ? "private" : "live";
    const draft = { text, keyword, state, publishedMs: nowMs - lateMs, isNsfw: random.chance(0.05) };
    const posts = items.p.filter((post) => post.state === "live").slice(-30);
    const letter = random.chance(0.3) ? ("p" as const) : ("c" as const);
    if (letter === "p")
      world.write("tidepool", { ...draft, title: text, community: random.pick([community, "smallbiz"]) });
    else world.write("tidepool", { ...draft, post: random.pick(posts).id });
    const item = items[letter].at(-1)!;
    const states: readonly State[] = ["deleted", "removed", "purged"];
    if (state === "live" && random.chance(deletedShare))
      doomed.push({ item, state: random.pick(states), atMs: nowMs + random.int(60 * minuteMs) });
    else if (keyword === null && random.chance(0.05))
      world.edit("tidepool", letter, item.id, "an edited reply");
  };
  return (count: number) => {
    for (let n = 0; n < count; n += 1) write();
    for (const one of doomed.splice(0)) {
      if (one.atMs > world.clock.nowMs()) doomed.push(one);
      else world.end("tidepool", one.item.letter, one.item.id, one.state);
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
      act(isBurst && part < 3 ? Math.ceil(burstItems / 3) : 1 + Number(random.chance(perMinute / 6 - 1)));
    }
    // The daily limit on remembered items has its own tests.
    if (at % 100 === 0) await pool().query(`UPDATE "RecentItem" SET "seenAt" = "seenAt" - interval '2 days'`);
    if (at % killEveryPolls !== 0) await pollOnce({ site });
    else {
      count.kills += 1;
      await pollOnce({ site: dyingWalks(site, random.int(5)) });
      // The next process starts without this one's memory.
      site = connect();
    }
  }
  return count;
}

test(
  "records every id once for its instance and its community, or counts it",
  { timeout: 7_200_000 },
  async () => {
    const { world, failures, lemmy } = stage;
    const places = [host, `${community}@${host}`];
    for (const place of places)
      await createWatch(await createUser(), {
        ...{ keyword: "tidewater", places: [`lemmy:${place}`], activeSince: pollStart },
      });
    await stage.pollOnce();
    failures.set({ service: "lemmy", mode: "mixed", share: failShare });
    const { polls, kills, bursts } = await run(new Random(seed));
    failures.clear();
    // Until missing ids have been looked up for the last time.
    for (let n = 0; n < 40; n += 1) {
      stage.advance(6 * minuteMs);
      await stage.pollOnce();
    }

    const column = async (text: string) =>
      (await pool().query<{ value: string }>(text)).rows.map(({ value }) => value);
    const read = new Set(await column(`SELECT "fullname" AS value FROM "RecentItem"`));
    const reported = await column(`SELECT "fullname" AS value FROM "Notification"`);
    const matched = new Set(reported);
    const gaps = await column(
      `SELECT "place" || ' ' || "kind" || ' ' || coalesce("items", 0) || ' ' || "fromAt" AS value FROM "Gap"`,
    );
    const { items } = world.known("tidepool");
    const all = [...items.p, ...items.c];
    const standing = all.filter(
      ({ state, publishedMs }) => state === "live" && publishedMs >= pollStart.getTime(),
    );
    const expected = standing.flatMap((item) =>
      places
        .filter((place) => place === host || item.community === community)
        .map((place) => ({ fullname: `${place}:${item.letter}:${item.id}`, keyword: item.keyword })),
    );
    const unread = expected.filter(({ fullname }) => !read.has(fullname));
    const unheard = expected.filter(({ fullname, keyword }) => keyword !== null && !matched.has(fullname));
    const [state] = await column(`SELECT "state" AS value FROM "WalkRead"`);
    const holes = Object.values(JSON.parse(state!) as Record<string, { holes: unknown[] }>).flatMap(
      (part) => part.holes,
    );
    const [hidden] = await column(`SELECT "hidden"::text AS value FROM "WalkRead"`);
    const notShown = all.filter((item) => item.state === "private").length;
    console.log(
      `lemmy: seed ${seed}, ${hours} h, ${polls} polls, ${bursts} bursts of ${burstItems}, ${failShare * 100} % of requests failing (${failures.hits}), ` +
        `${kills} killed: ${all.length} ids, ${standing.length} of them standing, ${unread.length} unread, ${hidden} counted as not shown (${notShown} never were), ${holes.length} open, ` +
        `${unheard.length} unheard, ${reported.length - matched.size} doubled, ${gaps.length} gaps, ${lemmy.requested.length} requests`,
    );
    recordFaults({
      fault: "Lemmy with failing requests, late, private and deleted items, readers killed",
      injected: failures.hits + kills,
      lost: unread.length,
      doubled: reported.length - matched.size,
      stuck: holes.length,
    });
    expect([unread, unheard, holes, gaps]).toEqual([[], [], [], []]);
    expect(reported.length).toBe(matched.size);
    expect(Number(hidden)).toBeGreaterThanOrEqual(notShown);
    expect(matched.size).toBeGreaterThan(bursts * burstItems * 0.1);
    expect(kills).toBeGreaterThan(0);
    const counted = await column(`SELECT sum("itemsToday")::text AS value FROM "PlaceRead"`);
    // The coverage counts what was recorded, on the day of its last read.
    if (hours < 8) expect(Number(counted[0])).toBe(read.size);
  },
);
