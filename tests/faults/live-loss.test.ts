import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import { Random } from "../../sandbox/random";
import type { Post } from "../../sandbox/fediverse/world";
import { recordFaults } from "../support/fault-report";
import { dyingPlaces, emptyLive, startLive, until } from "../support/live";
import { getCoverage } from "@/server/coverage/coverage";
import { pool } from "@/server/platform/database";

/**
 * Simulated hours, and posts per minute. LIVE_HOURS=24 LIVE_RATE=60 is the full run. The stream's time
 * passes in steps of a minute.
 */
const hours = Number(process.env.LIVE_HOURS ?? 1.5);
const rate = Number(process.env.LIVE_RATE ?? 12);
const seed = Number(process.env.LIVE_SEED ?? 7);
const minuteMs = 60_000;
const failShare = 0.05;
const instance = "tags.example";
const place = `#widgets@${instance}`;

let stage: Awaited<ReturnType<typeof startLive>>;

beforeEach(async () => {
  await pool().query(emptyLive);
  stage = await startLive({ seed });
});
afterEach(() => stage.close());

/** A minute of posts: some late, deleted, edited or of authors who ask not to be indexed, sometimes a burst. */
function write(random: Random, minute: number, written: string[]): void {
  const { world } = stage;
  const isBurst = minute % 45 === 20;
  for (let n = 0; n < (isBurst ? 10 : 1) * rate; n += 1) {
    const isHeard = random.chance(0.12);
    const uri = world.write({
      text: isHeard ? `tidewater ${minute}/${n}` : `something else ${minute}/${n}`,
      tags: random.chance(0.3) ? ["widgets"] : [],
      parent: random.chance(0.3) ? "x" : undefined,
      delayMs: random.chance(0.1) ? random.int(20) * minuteMs : 0,
      account: { bot: random.chance(0.1), indexable: !random.chance(0.05) },
    });
    written.push(uri);
    if (random.chance(0.02)) world.repeat(uri);
  }
  const earlier = written.at(-1 - random.int(Math.min(written.length, 50)))!;
  if (random.chance(0.3) && !world.known(earlier).isDeleted) world.delete(earlier);
  else if (!world.known(earlier).isDeleted) world.edit(earlier, `${world.known(earlier).text}, corrected`);
}

test("every post is recorded once or named in a gap", { timeout: 7_200_000 }, async () => {
  const { world, fediverse, failures, advance, clock } = stage;
  // Pro stores up to 20,000 matches a day.
  const user = await createUser({ plan: "pro" });
  const places = ["fediverse:all", `fediverse:${place}`];
  await createWatch(user, { keyword: "tidewater", places, activeSince: clock() });
  const random = new Random(seed);
  const written: string[] = [];
  let [kills, cuts] = [0, 0];
  await stage.pollOnce();
  let reader = await stage.stay();
  await stage.connected();
  const began = clock();
  failures.set({ service: "fediverse", mode: "mixed", share: failShare, path: "tag/" });
  for (let minute = 1; minute <= hours * 60; minute += 1) {
    if (minute % 17 === 0) {
      kills += 1;
      await reader.kill();
      fediverse.end();
      advance(minuteMs / 2);
      write(random, minute, written);
      advance(minuteMs / 2);
      reader = await stage.stay();
      await stage.connected();
    } else if (minute % 11 === 0) {
      cuts += 1;
      fediverse.end();
      write(random, minute, written);
      advance(minuteMs);
      await stage.connected();
    } else {
      write(random, minute, written);
      await stage.arrived();
      advance(minuteMs);
    }
    const isKilled = minute % 13 === 0;
    const site = isKilled ? dyingPlaces(stage.connect(), random.int(2)) : undefined;
    kills += isKilled ? 1 : 0;
    await Promise.allSettled([stage.pollOnce({ site })]);
  }
  const last = world.write({ text: "tidewater, the last one" });
  await until(async () => (await notified()).has(last));
  await reader.end();
  failures.clear();
  // Past the last sweep of late posts.
  for (let turn = 0; turn < 14; turn += 1) {
    advance(60 * minuteMs);
    // A day is read again in parts of 50 pages.
    for (let requests = 50; requests >= 50;) ({ requests } = await stage.pollOnce());
  }

  const matched = await notified();
  const { rows: all } = await pool().query<{ fullname: string }>(`SELECT "fullname" FROM "Notification"`);
  const { rows: gaps } = await pool().query<{ fromAt: Date; toAt: Date }>(
    `SELECT "fromAt", "toAt" FROM "Gap" WHERE "place" = 'all' AND "kind" = 'post'`,
  );
  const { rows: counts } = await pool().query<{ what: string; count: number }>(
    `SELECT "what", sum("count")::int AS count FROM "SiteCount" GROUP BY 1`,
  );
  const counted = Object.fromEntries(counts.map(({ what, count }) => [what, count]));
  const isWanted = ({ text, account, isDeleted }: Post) =>
    text.startsWith("tidewater") && account.indexable !== false && !isDeleted;
  const posts = world.posts().filter((post) => post.atMs >= began.getTime());
  const wanted = posts.filter(isWanted);
  const unheard = wanted.filter(({ uri }) => !matched.has(uri));
  const unnamed = unheard.filter(
    ({ atMs }) => !gaps.some(({ fromAt, toAt }) => fromAt.getTime() <= atMs && atMs <= toAt.getTime()),
  );
  const tagged = wanted.filter(({ tags }) => tags.includes("widgets"));
  const missing = tagged.filter(({ id }) => !matched.has(`${place}/${id}`));
  const coverage = await getCoverage(user, clock());
  const shown = coverage.places.find(({ name }) => name === "all")!.gaps.length;

  console.log(
    `live: seed ${seed}, ${hours} h at ${rate} posts a minute, ${failures.hits} failed requests, ${kills} killed, ${cuts} interruptions: ` +
      `${posts.length} posts, ${wanted.length} with the keyword, ${unheard.length} of them while nobody listened, ${unnamed.length} outside of ${gaps.length} gaps; ` +
      `${tagged.length} with the hashtag, ${missing.length} missing, ${counted.late ?? 0} late, ${counted.unlisted} of authors who ask not to be indexed; ${all.length - matched.size} doubled`,
  );
  recordFaults({
    fault: "a stream that is interrupted, posts that arrive late, readers killed",
    injected: failures.hits + kills + cuts,
    lost: unnamed.length + missing.length,
    doubled: all.length - matched.size,
    stuck: 0,
  });
  expect([unnamed, missing]).toEqual([[], []]);
  expect(all.length).toBe(matched.size);
  expect(unheard.length).toBeGreaterThan(0);
  expect(counted.late).toBeGreaterThan(0);
  expect(counted.unlisted).toBeGreaterThan(0);
  // Both kinds.
  expect(shown).toBe(Math.min(20, 2 * gaps.length));
});

async function notified(): Promise<Set<string>> {
  const { rows } = await pool().query<{ fullname: string }>(`SELECT "fullname" FROM "Notification"`);
  return new Set(rows.map(({ fullname }) => fullname));
}
