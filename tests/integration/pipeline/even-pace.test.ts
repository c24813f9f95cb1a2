import { beforeEach, expect, test } from "vitest";
import { pollEvenly } from "../../support/even-pace";
import { openStatementLog } from "../../support/statement-log";
import { pool } from "@/server/platform/database";

/** Three fifths of what a minute allows. */
const mostRequests = (0.6 * 985) / 10;

async function empty(): Promise<void> {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "Debt", "Gap", "Budget", "WatchTotal" CASCADE`,
  );
}
beforeEach(empty);

const slow = { timeout: 600_000 };
test.each([
  { places: 1, itemsPerMinute: 20, mostSeconds: 6 },
  { places: 20, itemsPerMinute: 60, mostSeconds: 6 },
  // A run's pages of 'all' come between two turns.
  { places: 20, itemsPerMinute: 60, watchesAll: true, mostSeconds: 8 },
])("found within seconds, in three fifths of the budget: %o", slow, async ({ mostSeconds, ...how }) => {
  const { faults, p95, requestsPerMinute } = await pollEvenly({ ...how, seconds: 160, isEven: true });
  expect(faults).toEqual([]);
  expect(p95).toBeLessThanOrEqual(mostSeconds);
  expect(requestsPerMinute).toBeLessThanOrEqual(mostRequests);
});

test("requests that fail: what they would have shown comes with the next turn", slow, async () => {
  const how = { places: 20, itemsPerMinute: 60, seconds: 160, isEven: true };
  const { faults, p95, requestsPerMinute } = await pollEvenly({ ...how, failsOneIn: 19 });
  expect(p95).toBeLessThanOrEqual(6);
  expect(requestsPerMinute).toBeLessThanOrEqual(mostRequests);
  expect(faults.length).toBeGreaterThan(0);
  for (const { site, error } of faults) expect([site, error]).toEqual(["reddit", "status 503"]);
});

test("1,000 watched: as soon as by a poll every 20 s, with no more requests", slow, async () => {
  const how = { places: 1_000, seconds: 125, itemsPerMinute: 120 };
  const before = await pollEvenly({ ...how, isEven: false });
  await empty();
  const now = await pollEvenly({ ...how, isEven: true });
  expect([...before.faults, ...now.faults]).toEqual([]);
  // Lanes are read four at a time, in whichever order their answers come: two runs differ by some hundredths.
  expect(now.p95).toBeLessThanOrEqual(before.p95 * 1.1);
  // Two runs don't end at the very same moment.
  expect(now.requestsPerMinute).toBeLessThanOrEqual(before.requestsPerMinute * 1.02);
});

/** What is known of two pages, and two positions in a transaction each; what is watched, and requests for several turns. */
const statementsOfTurn = 12;

test("a turn that finds nothing is a few statements", slow, async () => {
  const log = await openStatementLog();
  let turns = 0;
  const statements = await log.during(async () => {
    turns = (await pollEvenly({ places: 20, itemsPerMinute: 0, seconds: 180, isEven: true })).requests / 2;
  });
  expect(statements.length / turns).toBeLessThanOrEqual(statementsOfTurn);
});
