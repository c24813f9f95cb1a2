import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import { Random } from "../../sandbox/random";
import { dyingFiles, emptyFiles, startFiles } from "../support/files";
import { recordFaults } from "../support/fault-report";
import { pollStart } from "../support/polling";
import { getCoverage } from "@/server/coverage/coverage";
import { pool } from "@/server/platform/database";
import { getFullname } from "@/sites/news/address";

/** Simulated hours and articles per minute. FILES_HOURS=24 FILES_RATE=194 is the full run. */
const hours = Number(process.env.FILES_HOURS ?? 2);
const rate = Number(process.env.FILES_RATE ?? 20);
const seed = Number(process.env.FILES_SEED ?? 7);
const minuteMs = 60_000;
const killEveryMinutes = 23;
const failShare = 0.05;

let stage: Awaited<ReturnType<typeof startFiles>>;

beforeEach(async () => {
  await pool().query(emptyFiles);
  const news = { perMinute: rate, keywordEverySeconds: 30, fileOffsets: [2, 5] };
  stage = await startFiles({ seed, news: { ...news, keywords: ["tidewater"] } });
});
afterEach(() => stage.close());

/** Late, missing and truncated files, invalid lines, a stuck list, bursts, and articles in only one place. */
function disturb(random: Random, minute: number): void {
  const { world } = stage;
  const quarter = Math.floor(minute / 15);
  const is = (every: number, at: number) => quarter % every === at;
  world.faults.lateMinutes = is(4, 1) ? 3 : 0;
  world.faults.badLines = is(3, 0) ? 2 : 0;
  world.faults.emptyTitles = is(3, 1) ? 2 : 0;
  world.faults.isListStuck = is(7, 3) && minute % 15 < 6;
  if (minute % 15 === 0 && is(6, 2)) world.faults.neverFiles = 1;
  if (minute % 15 === 0 && is(5, 4)) world.faults.truncatedFiles = 1;
  if (minute % 15 === 9) world.mend();
  if (random.chance(0.05)) world.write({ title: `tidewater ${minute}, only in the list`, isUnfiled: true });
  if (random.chance(0.05))
    world.write({ title: `tidewater ${minute}, an old page`, atMs: stage.clock().getTime() - 9e10 });
  if (minute % 60 === 31) world.writeStory(`tidewater ${minute} in every town of the coast`, 40);
}

test("every listed article is recorded once or named in a gap", { timeout: 7_200_000 }, async () => {
  const { world, failures, site, advance, pollOnce, readFor } = stage;
  // A day has more matches than Free stores.
  const user = await createUser({ plan: "pro" });
  await createWatch(user, { keyword: "tidewater", places: ["news:all"], activeSince: pollStart });
  await pollOnce();
  failures.set({ service: "news", mode: "mixed", share: failShare });
  const random = new Random(seed);
  let kills = 0;
  for (let minute = 1; minute <= hours * 60; minute += 1) {
    disturb(random, minute);
    advance(minuteMs);
    if (minute % killEveryMinutes === 0) {
      kills += 1;
      await Promise.allSettled([pollOnce({ site: dyingFiles(site, random.int(2)) })]);
    } else await pollOnce();
  }
  failures.clear();
  Object.assign(world.faults, { lateMinutes: 0, badLines: 0, emptyTitles: 0, isListStuck: false });
  world.options.perMinute = 0;
  world.mend();
  // Past the last retry and the comparison.
  await readFor(200 * minuteMs);

  const { rows: notified } = await pool().query<{ fullname: string }>(
    `SELECT "fullname" FROM "Notification"`,
  );
  const { rows: counts } = await pool().query<{ what: string; count: number }>(
    `SELECT "what", sum("count")::int AS count FROM "SiteCount" GROUP BY 1`,
  );
  const counted = Object.fromEntries(counts.map(({ what, count }) => [what, count]));
  const coverage = await getCoverage(user, stage.clock());
  const place = coverage.places.find(({ name }) => name === "all")!;
  const matched = new Set(notified.map(({ fullname }) => fullname));
  const isOld = ({ atMs, seenMs }: { atMs: number; seenMs: number }) => seenMs - atMs > 72 * 60 * minuteMs;
  const articles = world.articles();
  const requested = articles.filter((one) => one.title.includes("tidewater") && !isOld(one));
  const unheard = requested.filter(({ url }) => !matched.has(getFullname(url)));
  // The list only states titles and recent times, so articles that are only in the list have no age.
  const unfiled = articles.filter(({ file }) => file === 0);
  const { rows: gaps } = await pool().query<{ items: number | null }>(
    `SELECT "items" FROM "Gap" WHERE "place" = 'all' ORDER BY "toAt" DESC`,
  );
  const named = gaps.reduce((sum, { items }) => sum + (items ?? 0), 0);
  const {
    rows: [today],
  } = await pool().query<{ count: number }>(
    `SELECT coalesce(sum("count"), 0)::int AS count FROM "SiteCount"
     WHERE "what" IN ('articles', 'unfiled') AND "day" = ($1::timestamptz AT TIME ZONE 'UTC')::date`,
    [stage.clock()],
  );
  const { rows: left } = await pool().query(`SELECT FROM "ListedItem"`);

  console.log(
    `files: seed ${seed}, ${hours} h at ${rate} articles a minute, ${failShare * 100} % of requests failing (${failures.hits}), ${kills} killed: ` +
      `${articles.length} listed, ${counted.files} files with ${counted.articles} articles read, ${counted.unfiled ?? 0} taken from the list, ` +
      `${named} named in ${gaps.length} gaps, ${counted.older ?? 0} old and ${counted.invalid ?? 0} invalid left out; ` +
      `${requested.length} with the keyword, ${unheard.length} of them unheard, ${notified.length - matched.size} doubled`,
  );
  recordFaults({
    fault: "files that are late, missing or cut off, requests that fail, readers killed",
    injected: failures.hits + kills,
    lost: unheard.length + Math.abs(named - (counted.unfiled ?? 0)),
    doubled: notified.length - matched.size,
    stuck: left.length,
  });
  expect(unheard).toEqual([]);
  expect(notified.length).toBe(matched.size);
  expect(requested.length).toBeGreaterThan(0);
  expect(left).toEqual([]);
  // Every article is in one of the numbers.
  expect(counted.articles! + counted.unfiled! + (counted.older ?? 0)).toBe(articles.length);
  expect(named).toBe(counted.unfiled);
  expect(counted.unfiled).toBeGreaterThanOrEqual(unfiled.length);
  expect(place.posts.itemsToday).toBe(today!.count);
  // Coverage shows the newest ones.
  expect(place.gaps.map(({ items }) => items)).toEqual(gaps.slice(0, 20).map(({ items }) => items));
  expect(coverage.sites.find(({ id }) => id === "news")!.today).toBeDefined();
  expect(kills).toBeGreaterThan(0);
  expect(failures.hits).toBeGreaterThan(0);
});
