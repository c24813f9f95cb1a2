import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { pollStart } from "../../support/polling";
import { startSequence } from "../../support/sequence";
import { pool } from "@/server/platform/database";
import type { SequencedSite } from "@/domain/reading/site";
import { SiteError } from "@/domain/reading/site-error";

let stage: Awaited<ReturnType<typeof startSequence>>;
const minuteMs = 60_000;

beforeEach(async () => {
  stage = await startSequence();
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "Gap", "Budget", "Sequence", "PendingNumber" CASCADE`,
  );
  await createWatch(await createUser(), {
    keyword: "tidewater",
    places: ["hackernews:all"],
    activeSince: pollStart,
  });
  await stage.pollOnce();
});
afterEach(() => stage.close());

const notified = async (): Promise<string[]> =>
  (await pool().query(`SELECT "fullname" FROM "Notification" ORDER BY 1`)).rows.map(
    (row: { fullname: string }) => row.fullname,
  );

test("isolates a number that crashes the process, backs off and finally records a gap", async () => {
  const { world, site, advance, pollOnce } = stage;
  const written: number[] = [];
  const write = () => written.push(world.write({ title: "tidewater" }));
  for (let n = 0; n < 40; n += 1) write();
  const bad = written[17]!;
  const deadly: SequencedSite = {
    ...site,
    fetchNumber: async (number, signal) => {
      if (number === bad) throw new Error("killed");
      return site.fetchNumber(number, signal);
    },
  };
  let kills = 0;
  let followsKill = false;
  const poll = async () => {
    const [ran] = await Promise.allSettled([pollOnce({ site: deadly, followsKill })]);
    followsKill = ran.status === "rejected";
    if (followsKill) kills += 1;
    const shared = await pool().query(
      `SELECT max("tries") AS "tries" FROM "PendingNumber" WHERE "number" <> $1 AND "why" = 'failed'`,
      [bad],
    );
    // The number was requested in batches of 20, 10, 5 and 2, so the others failed at most four times.
    expect(Number((shared.rows as { tries: number | null }[])[0]!.tries)).toBeLessThanOrEqual(4);
  };
  const others = () => written.filter((number) => number !== bad).map((number) => `hn:${number}`);

  for (let n = 0; n < 60; n += 1) {
    advance(20_000);
    await poll();
  }
  expect(kills).toBeGreaterThan(1);
  expect(await notified()).toEqual(others());
  for (let n = 0; n < 100; n += 1) {
    advance(5 * minuteMs);
    if (n % 10 === 0) write();
    await poll();
  }
  expect(await notified()).toEqual(others());
  const { rows } = await pool().query(`SELECT "items" FROM "Gap"`);
  expect(rows).toEqual([{ items: 1 }]);
  expect((await pool().query(`SELECT FROM "PendingNumber"`)).rowCount).toBe(0);
  expect(kills).toBeLessThan(20);
});

describe("with a followed thread", () => {
  let numbers: { story: number; bad: number; good: number };

  beforeEach(async () => {
    const { world, advance, pollOnce } = stage;
    const story = world.write({ title: "A story" });
    const [bad, good] = [world.write({ parent: story }), world.write({ parent: story })];
    numbers = { story, bad, good };
    const watched = { kind: "thread", keyword: "A story", expression: `thread:hn:${story}` } as const;
    const places = ["hackernews:all"];
    await createWatch(await createUser(), { ...watched, places, activeSince: pollStart });
    advance(20_000);
    await pollOnce();
    await pool().query(`TRUNCATE "RecentItem", "Item", "Notification" CASCADE`);
  });

  /** A site where finding the thread of `bad` fails. */
  const failingWith = (error: SiteError): SequencedSite => ({
    ...stage.site,
    findRoot: (parent) =>
      parent === `hn:${numbers.bad}` ? Promise.reject(error) : Promise.resolve(`hn:${numbers.story}`),
  });
  const reply = (parent: number) => `hn:${stage.world.write({ parent, text: "tidewater" })}`;
  const pending = async () =>
    (await pool().query(`SELECT DISTINCT "why"::text FROM "PendingNumber"`)).rows.map(({ why }) => why);

  test("an item that keeps failing delays only its replies, for about ten minutes", async () => {
    const { advance, pollOnce } = stage;
    const site = failingWith(new SiteError("unavailable", "Timed out", { reason: "timeout" }));
    const [late, first] = [reply(numbers.bad), reply(numbers.good)];
    advance(20_000);
    expect((await pollOnce({ site })).faults).toEqual([]);
    expect(new Set(await notified())).toEqual(new Set([first]));
    expect(await pending()).toEqual(["failed"]);
    const second = reply(numbers.good);
    for (let n = 0; n < 3; n += 1) {
      advance(minuteMs);
      await pollOnce({ site });
    }
    expect(new Set(await notified())).toEqual(new Set([first, second]));
    for (let n = 0; n < 12; n += 1) {
      advance(minuteMs);
      await pollOnce({ site });
    }
    expect(new Set(await notified())).toEqual(new Set([first, second, late]));
    expect(await pending()).toEqual([]);
    expect((await pool().query(`SELECT FROM "Gap"`)).rowCount).toBe(0);
  });

  test("a refusal postpones all further replies, without a limit", async () => {
    const { advance, pollOnce } = stage;
    const site = failingWith(new SiteError("rate-limited", "Returned status 429"));
    const replies = [reply(numbers.bad), reply(numbers.good)];
    for (let n = 0; n < 12; n += 1) {
      advance(2 * minuteMs);
      await pollOnce({ site });
    }
    expect(await notified()).toEqual([]);
    expect(await pending()).toEqual(["unasked"]);
    advance(2 * minuteMs);
    await pollOnce({ site: { ...site, findRoot: () => Promise.resolve(`hn:${numbers.story}`) } });
    expect(new Set(await notified())).toEqual(new Set(replies));
  });
});
