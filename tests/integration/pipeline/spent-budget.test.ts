import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { NO_RATE, SiteError } from "@/domain/reading/site-error";
import { pollStart, startPolling } from "../../support/polling";
import { pool } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { Budget } from "@/server/reading/budget";

let polling: Awaited<ReturnType<typeof startPolling>>;
const minuteMs = 60_000;

beforeAll(async () => {
  polling = await startPolling();
});
afterAll(() => polling.close());

/** Uses up the paced share of the named subreddits. */
async function spendNamed(): Promise<void> {
  const passedMs = polling.clock().getTime() % (10 * minuteMs);
  const paced = Math.floor((985 * passedMs) / (10 * minuteMs)) + 100;
  // Current reserve for "all" (49) and for one gap (10).
  const retained = 49 + 10;
  await pool().query(
    `INSERT INTO "Budget" ("clientId", "windowStart", "used") VALUES ('sandbox-client', $1, $2)
     ON CONFLICT ("clientId") DO UPDATE SET "windowStart" = $1, "used" = $2, "usedByAll" = 0`,
    [new Date(polling.clock().getTime() - passedMs), paced - retained],
  );
}

test('reserves budget for "all" and a gap when named subreddits have used theirs', async () => {
  const user = await createUser();
  const named = await createWatch(user, {
    keyword: "tidewater",
    subreddits: ["webdev"],
    activeSince: pollStart,
  });
  const everywhere = await createWatch(user, {
    keyword: "lighthouse",
    subreddits: ["all"],
    activeSince: pollStart,
  });
  polling.world.post({ subreddit: "webdev", title: "Hello" });
  for (let n = 0; n < 2; n += 1) {
    await polling.pollOnce();
    polling.world.advance(minuteMs);
  }
  const from = polling.clock();
  polling.world.advance(5 * minuteMs);
  await pool().query(
    `INSERT INTO "Gap" ("id", "site", "place", "kind", "fromAt", "toAt", "foundAt") VALUES ($1, 'reddit', 'webdev', 'post', $2, $3, $3)`,
    [newId(), from, polling.clock()],
  );
  polling.world.advance(1.5 * minuteMs);
  const comment = polling.world.comment({ subreddit: "webdev", body: "tidewater" });
  const post = polling.world.post({ subreddit: "elsewhere", title: "A lighthouse" });
  polling.world.advance(5_000);
  await spendNamed();

  const during = await polling.pollOnce();
  expect(during.faults).toEqual([
    { unit: "lanes", error: expect.stringMatching(/^\d+ not read \(out of time or budget\)$/) },
  ]);
  const { rows } = await pool().query(`SELECT "watchId", "fullname" FROM "Notification"`);
  // The item in the named subreddit is found through "all", although its lane was not read.
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual({ watchId: everywhere.id, fullname: post });
  expect(rows).toContainEqual({ watchId: named.id, fullname: comment });
  const gap = await pool().query(`SELECT "fillTries" FROM "Gap"`);
  expect(gap.rows).toEqual([{ fillTries: 1 }]);
});

test("a filled gap keeps its time range", async () => {
  await pool().query(`TRUNCATE "Gap"`);
  const [gap, fromAt] = [newId(), new Date(polling.clock().getTime() - 5 * minuteMs)];
  const toAt = new Date(polling.clock().getTime() - 2 * minuteMs);
  await pool().query(
    `INSERT INTO "Gap" ("id", "site", "place", "kind", "fromAt", "toAt", "foundAt") VALUES ($1, 'reddit', 'webdev', 'post', $2, $3, $3)`,
    [gap, fromAt, toAt],
  );
  polling.world.advance(10 * minuteMs);
  await polling.pollOnce();
  const { rows } = await pool().query(`SELECT "fromAt", "toAt", "filledAt" FROM "Gap" WHERE "id" = $1`, [
    gap,
  ]);
  expect(rows).toEqual([{ fromAt, toAt, filledAt: expect.any(Date) }]);
});

test("a success doesn't end a pause that another process has stored since", async () => {
  const clientId = "two processes";
  const made = () =>
    new Budget({
      ...{ clientId, allShare: 1, window: polling.site.window, clock: polling.clock },
      sleep: async () => {},
    });
  const [failing, other, third] = [made(), made(), made()];
  expect(await failing.take("named")).toBe(true);
  await pool().query(`UPDATE "Budget" SET "failures" = 1 WHERE "clientId" = $1`, [clientId]);
  expect(await other.take("named")).toBe(true);
  await failing.failed(new SiteError("rate-limited", "too many", { retryAfterMs: 5 * minuteMs }));
  await other.recordRate(NO_RATE);
  expect(await third.take("named")).toBe(false);
  polling.world.advance(6 * minuteMs);
  expect(await third.take("named")).toBe(true);
});

test.each([0, 1_000, null])(
  "pauses longer with each 429 in a row, with a Retry-After of %s ms",
  async (retryAfterMs) => {
    const budget = new Budget({
      ...{ clientId: `refused ${retryAfterMs}`, allShare: 1, window: polling.site.window },
      ...{ clock: polling.clock, sleep: async () => {} },
    });
    for (let failures = 1; failures <= 4; failures += 1) {
      expect(await budget.take("named")).toBe(true);
      await budget.failed(new SiteError("rate-limited", "too many", { retryAfterMs }));
      expect(budget.pauseMs()).toBeGreaterThanOrEqual(1_000 * 2 ** (failures - 1));
      polling.world.advance(budget.pauseMs());
    }
    await budget.failed(new SiteError("rate-limited", "too many", { retryAfterMs: 5 * minuteMs }));
    expect(budget.pauseMs()).toBe(5 * minuteMs);
  },
);
