import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { pollStart, startPolling } from "../../support/polling";
import { pool } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";

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
