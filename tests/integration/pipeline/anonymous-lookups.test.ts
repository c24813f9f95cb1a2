import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import * as validate from "@/app/api/subreddits/validate/[name]/route";
import { pool } from "@/server/platform/database";
import { getHealth } from "@/server/operation/health";
import { runPoll } from "@/server/operation/cron";
import { call } from "../../support/request";
import { startPolling } from "../../support/polling";

let polling: Awaited<ReturnType<typeof startPolling>>;
const minuteMs = 60_000;
const watched = ["webdev", "startups", "Coffee", "smallbusiness", "freelance", "SaaS"];

beforeAll(async () => {
  // Lookups use the database clock, so the simulated site starts at the current time.
  polling = await startPolling({ startMs: Date.now() });
  const url = `${polling.sandbox.url}/reddit`;
  Object.assign(process.env, { REDDIT_AUTH_URL: url, REDDIT_API_URL: url });
});
beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "PlaceLookup", "RecentItem", "Item", "Notification", "Gap", "Budget", "Run", "Lease" CASCADE`,
  );
  await createWatch(await createUser(), {
    keyword: "tidewater",
    subreddits: watched,
    activeSince: polling.clock(),
  });
});
afterAll(() => polling.close());

const lookUp = (name: string) =>
  call(validate.GET, "GET", `/api/subreddits/validate/${name}`, { params: { name } });

test("920 anonymous lookups within a minute do not stop the next four polls", async () => {
  await polling.pollOnce();
  const statuses: number[] = [];
  for (let n = 0; n < 920; n += 40) {
    const names = Array.from({ length: 40 }, (_, of) => `invented_${n + of}`);
    statuses.push(...(await Promise.all(names.map(lookUp))).map(({ status }) => status));
  }
  const requested = polling.sandbox.reddit.requested.filter(
    ({ path }) => path.endsWith("/about") && /invented/.test(path),
  );
  expect(requested.length).toBe(statuses.filter((status) => status === 200).length);
  expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);
  // 5 % of 985 requests, in up to two windows.
  expect(requested.length).toBeGreaterThanOrEqual(15);
  expect(requested.length).toBeLessThanOrEqual(2 * 49);
  const left = await pool().query(`SELECT FROM "Place" WHERE "name" LIKE 'invented%'`);
  expect(left.rowCount).toBe(0);

  for (let n = 1; n <= 4; n += 1) {
    for (const subreddit of watched) polling.world.post({ subreddit, title: "tidewater" });
    polling.world.advance(minuteMs / 6);
    expect(await polling.pollOnce()).toMatchObject({ notifications: watched.length, faults: [] });
  }
});

test("reports a poll without requests in its run and in health until the pause ends", async () => {
  await pool().query(
    `INSERT INTO "Budget" ("clientId", "windowStart", "pausedUntil")
     VALUES ('sandbox-client', 'epoch', clock_timestamp() + interval '30 minutes')`,
  );
  expect(await runPoll()).toMatchObject({ requests: 0 });
  const { rows } = await pool().query(`SELECT "faults" FROM "Run" WHERE "route" = 'poll'`);
  const error = expect.stringMatching(/^no requests were made: Reddit asked to wait for 1[78]\d\d s$/);
  expect(rows[0].faults).toContainEqual({ unit: "budget", error, site: "reddit" });
  const { status, checks } = await getHealth();
  const detail = expect.stringMatching(/^in the last poll no requests were made: Reddit asked to wait for/);
  expect([status, checks.reddit]).toEqual(["degraded", { ok: false, detail }]);

  await pool().query(`UPDATE "Budget" SET "pausedUntil" = NULL`);
  expect(await runPoll()).not.toMatchObject({ requests: 0 });
  expect((await getHealth()).checks.reddit).toEqual({ ok: true });
});
