import { beforeEach, expect, test } from "vitest";
import { pollEvenly } from "../../support/even-pace";
import { openStatementLog } from "../../support/statement-log";
import { pool } from "@/server/platform/database";

/** 60 % of the budget per minute. */
const maxRequests = (0.6 * 985) / 10;

async function empty(): Promise<void> {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "WatchTotal" CASCADE`,
  );
}
beforeEach(empty);

const slow = { timeout: 600_000 };
test.each([
  { places: 1, itemsPerMinute: 20, maxSeconds: 6 },
  { places: 20, itemsPerMinute: 60, maxSeconds: 6 },
  // A run reads pages of "all" between two turns.
  { places: 20, itemsPerMinute: 60, watchesAll: true, maxSeconds: 8 },
])("finds items within seconds using 60 % of the budget: %o", slow, async ({ maxSeconds, ...how }) => {
  const { faults, p95, requestsPerMinute } = await pollEvenly({ ...how, seconds: 160, isEven: true });
  expect(faults).toEqual([]);
  expect(p95).toBeLessThanOrEqual(maxSeconds);
  expect(requestsPerMinute).toBeLessThanOrEqual(maxRequests);
});

test("finds the items of a failed request in the next turn", slow, async () => {
  const how = { places: 20, itemsPerMinute: 60, seconds: 160, isEven: true };
  const { faults, p95, requestsPerMinute } = await pollEvenly({ ...how, failsOneIn: 19 });
  expect(p95).toBeLessThanOrEqual(6);
  expect(requestsPerMinute).toBeLessThanOrEqual(maxRequests);
  expect(faults.length).toBeGreaterThan(0);
  for (const { site, error } of faults) expect([site, error]).toEqual(["reddit", "status 503"]);
});

test("1,000 places: as fast as polling every 20 s, without more requests", slow, async () => {
  const how = { places: 1_000, seconds: 125, itemsPerMinute: 120 };
  const before = await pollEvenly({ ...how, isEven: false });
  await empty();
  const now = await pollEvenly({ ...how, isEven: true });
  expect([...before.faults, ...now.faults]).toEqual([]);
  // Four lanes are read in parallel and responses arrive in any order, so two runs differ by a few percent.
  expect(now.p95).toBeLessThanOrEqual(before.p95 * 1.1);
  // Two runs don't end at exactly the same time.
  expect(now.requestsPerMinute).toBeLessThanOrEqual(before.requestsPerMinute * 1.02);
});

/**
 * The stored items of two pages, a transaction with two positions each, the watches, and requests for several
 * turns.
 */
const statementsOfTurn = 12;

test("runs only a few statements in a turn without new items", slow, async () => {
  const log = await openStatementLog();
  let turns = 0;
  const statements = await log.during(async () => {
    turns = (await pollEvenly({ places: 20, itemsPerMinute: 0, seconds: 180, isEven: true })).requests / 2;
  });
  expect(statements.length / turns).toBeLessThanOrEqual(statementsOfTurn);
});
