import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { pollStart } from "../../support/polling";
import { startSequence } from "../../support/sequence";
import { pool } from "@/server/platform/database";
import type { SequencedSite } from "@/domain/site";

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
