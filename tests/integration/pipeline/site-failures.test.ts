import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { pollStart, startPolling } from "../../support/polling";
import { pool } from "@/server/platform/database";

let polling: Awaited<ReturnType<typeof startPolling>>;
const minuteMs = 60_000;

beforeEach(async () => {
  polling = await startPolling();
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "WatchTotal" CASCADE`,
  );
  await pool().query(`INSERT INTO "Place" ("site", "name", "displayName") VALUES ('reddit', 'all', 'all')`);
  const user = await createUser();
  for (const subreddit of ["webdev", "startups"]) {
    polling.world.post({ subreddit, title: "Hello" });
    polling.world.comment({ subreddit, body: "Hello" });
  }
  // A high rate gives webdev a lane to itself.
  await createWatch(user, {
    keyword: "tidewater",
    subreddits: ["webdev", "startups"],
    activeSince: pollStart,
  });
  for (let i = 0; i < 3; i++) {
    await polling.pollOnce();
    polling.world.advance(minuteMs);
  }
  await pool().query(`UPDATE "PlaceRead" SET "rate" = 40 WHERE "place" = 'webdev' AND "kind" = 'post'`);
});
afterEach(() => polling.close());

const notified = async (): Promise<string[]> =>
  (await pool().query(`SELECT "fullname" FROM "Notification"`)).rows
    .map((row: { fullname: string }) => row.fullname)
    .sort();

function writeBoth(): string[] {
  const written = ["webdev", "startups"].map((subreddit) =>
    polling.world.post({ subreddit, title: "tidewater" }),
  );
  polling.world.advance(minuteMs);
  return written.sort();
}

describe("site-wide failures", () => {
  test("renews a token that expires during a run without errors", async () => {
    const written = writeBoth();
    polling.sandbox.reddit.oauth.expireAll();
    expect(await polling.pollOnce()).toMatchObject({ notifications: 2, faults: [] });
    expect(await notified()).toEqual(written);
  });

  test("stops reading when the budget is used up and catches up in the next run", async () => {
    await pool().query(
      `UPDATE "Budget" SET "used" = 100000, "windowStart" = to_timestamp(floor(extract(epoch FROM $1::timestamptz) / 600) * 600)`,
      [polling.clock()],
    );
    const written = writeBoth();
    const spent = await polling.pollOnce();
    expect(spent.requests).toBe(0);
    expect(spent.faults).toEqual([
      { unit: "lanes", error: expect.stringMatching(/^\d+ not read \(out of time or budget\)$/) },
      { unit: "budget", error: "no requests were made: the request budget is used up" },
    ]);
    polling.world.advance(10 * minuteMs);
    await polling.pollOnce();
    expect(await notified()).toEqual(written);
  });
});

test("continues reading if an anchor is deleted between two pages", async () => {
  const written = polling.world.burst("webdev", "post", 350, { keyword: "tidewater", overSeconds: 50 });
  polling.world.advance(minuteMs);
  const fetchNewest = polling.site.fetchNewest.bind(polling.site);
  let removed = "";
  polling.site.fetchNewest = async (lookup) => {
    if (lookup.after && removed === "" && lookup.kind === "post") {
      removed = lookup.after;
      polling.world.delete(removed);
    }
    return fetchNewest(lookup);
  };
  expect(await polling.pollOnce()).toMatchObject({ gaps: 0, faults: [] });
  expect(removed).not.toBe("");
  expect(await notified()).toEqual([...written].sort());
});

test('reports a failure of "all" and still reads named subreddits', async () => {
  await createWatch(await createUser(), {
    keyword: "nowhere",
    subreddits: ["all"],
    activeSince: pollStart,
  });
  const written = writeBoth();
  const fetchNewest = polling.site.fetchNewest.bind(polling.site);
  polling.site.fetchNewest = async (lookup) => {
    if (lookup.places[0] === "all") throw new TypeError(`no "secret keyword" for maya@example.com`);
    return fetchNewest(lookup);
  };
  const during = await polling.pollOnce();
  expect(during.faults.map((fault) => fault.unit).sort()).toEqual(["comments of all", "posts of all"]);
  expect(JSON.stringify(during.faults)).not.toMatch(/secret|maya/);
  expect(await notified()).toEqual(written);
});

test("does not change a subreddit's health if the budget is used up", async () => {
  await pool().query(`UPDATE "Place" SET "health" = 'private' WHERE "name" = 'webdev'`);
  await pool().query(
    `UPDATE "Budget" SET "used" = 100000, "windowStart" = to_timestamp(floor(extract(epoch FROM $1::timestamptz) / 600) * 600)`,
    [polling.clock()],
  );
  await polling.pollOnce();
  const { rows } = await pool().query(`SELECT "health"::text FROM "Place" WHERE "name" = 'webdev'`);
  expect(rows[0].health).toBe("private");
});
