import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import type { Site } from "@/domain/reading/site";
import { SiteError } from "@/domain/reading/site-error";
import { pool } from "@/server/platform/database";
import { getHealth } from "@/server/operation/health";
import { Budget } from "@/server/reading/budget";
import type { Fault } from "@/server/platform/run-context";
import { recheck } from "@/server/reading/recheck";
import { pollStart, startPolling } from "../../support/polling";

let polling: Awaited<ReturnType<typeof startPolling>>;
const hourMs = 3_600_000;

beforeEach(async () => {
  polling = await startPolling();
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "WatchTotal" CASCADE`,
  );
  await createWatch(await createUser(), {
    keyword: "tidewater",
    subreddits: ["webdev"],
    activeSince: pollStart,
  });
  await polling.pollOnce();
  polling.world.advance(60_000);
});
afterEach(() => polling.close());

async function recheckNow(site: Site = polling.site) {
  const { clock } = polling;
  const faults: Fault[] = [];
  const budget = new Budget({
    clientId: "sandbox-client",
    allShare: 0,
    window: site.window,
    clock,
    sleep: async () => {},
  });
  const deadline = new Date(clock().getTime() + 60_000);
  return { ...(await recheck({ clock, site, budget, deadline, faults })), faults };
}

async function write(count: number): Promise<string[]> {
  const written = Array.from({ length: count }, (_, i) =>
    polling.world.comment({ subreddit: "webdev", body: `tidewater ${i}` }),
  );
  polling.world.advance(60_000);
  await polling.pollOnce();
  return written;
}

const blanked = async (fullnames: readonly string[]): Promise<number> =>
  (
    await pool().query(`SELECT FROM "Item" WHERE "fullname" = ANY($1) AND "blankedAt" IS NOT NULL`, [
      fullnames,
    ])
  ).rowCount!;
/** Returns the items that were not rechecked within the last 20 hours. */
const unchecked = async (): Promise<string[]> =>
  (
    await pool().query<{ fullname: string }>(
      `SELECT "fullname" FROM "Item" WHERE "checkedAt" < $1::timestamptz - interval '20 hours'`,
      [polling.clock()],
    )
  ).rows.map(({ fullname }) => fullname);

test("blanks deleted items if a control item still exists", async () => {
  const [gone, behind] = [await write(130), await write(5)];
  for (const fullname of [...gone, behind[2]!]) polling.world.delete(fullname);
  polling.world.advance(21 * hourMs);
  await write(1);
  expect(await recheckNow()).toEqual({ rechecked: 135, blanked: 131, faults: [] });
  expect([await blanked(gone), await blanked(behind)]).toEqual([130, 1]);
});

test("blanks a few deleted items without a control item", async () => {
  const gone = await write(3);
  for (const fullname of gone) polling.world.delete(fullname);
  polling.world.advance(30 * hourMs);
  expect(await recheckNow()).toMatchObject({ rechecked: 3, blanked: 3 });
});

test("items with an unknown status count as checked and keep their text, and others are retried", async () => {
  const [unknown, failed, gone, present] = await write(4);
  polling.world.delete(gone!);
  polling.world.advance(21 * hourMs);
  const site: Site = {
    ...polling.site,
    async fetchByFullname(fullnames, signal) {
      const { statuses, rate } = await polling.site.fetchByFullname(fullnames, signal);
      statuses.delete(failed!);
      return { statuses: statuses.set(unknown!, "unknown"), rate };
    },
  };
  expect(await recheckNow(site)).toEqual({ rechecked: 3, blanked: 1, faults: [] });
  expect([await blanked([gone!]), await blanked([unknown!, failed!, present!])]).toEqual([1, 0]);
  expect(await unchecked()).toEqual([failed]);
});

let die: () => void;
const heads: [string, () => Promise<never>][] = [
  ["throws", () => Promise.reject(new TypeError("a row that nobody can read"))],
  ["times out", () => Promise.reject(new SiteError("unavailable", "timed out"))],
  // Never settles, as if the process had crashed.
  ["ends the process", () => (die(), new Promise<never>(() => {}))],
];

test.each(heads)("an item that %s is isolated and does not block rechecks of others", async (_name, fail) => {
  const [head, behind] = [await write(95), await write(120)];
  const bad = head[40]!;
  polling.world.delete(behind[7]!);
  polling.world.advance(21 * hourMs);
  const site: Site = {
    ...polling.site,
    fetchByFullname: (fullnames, signal) =>
      fullnames.includes(bad) ? fail() : polling.site.fetchByFullname(fullnames, signal),
  };
  const run = () => {
    const death = new Promise<void>((died) => (die = died));
    return Promise.race([recheckNow(site), death]);
  };

  await write(1);
  for (let runs = 0; runs < 2; runs++, polling.world.advance(hourMs)) await run();
  expect(await blanked(behind)).toBe(1);
  expect((await unchecked()).every((fullname) => head.includes(fullname))).toBe(true);

  for (let runs = 0; runs < 14; runs++, polling.world.advance(hourMs)) {
    await write(1);
    await run();
  }
  expect(await unchecked()).toEqual([bad]);
  const { rows } = await pool().query(`SELECT "checkAttempts" AS tries FROM "Item" WHERE "fullname" = $1`, [
    bad,
  ]);
  expect(rows[0].tries).toBeGreaterThan(3);
});

test.each([
  [35, true],
  [37, false],
])("health reports the age of the oldest recheck: after %i h, ok is %s", async (hours, ok) => {
  const [oldest, blank, orphan] = await write(3);
  await pool().query(`UPDATE "Item" SET "checkedAt" = now()`);
  const age = (fullname: string, by: number) =>
    pool().query(
      `UPDATE "Item" SET "checkedAt" = now() - $2 * interval '1 hour', "nextCheckAt" = now() WHERE "fullname" = $1`,
      [fullname, by],
    );
  await age(oldest!, hours);
  await age(blank!, 90);
  await pool().query(`UPDATE "Item" SET "blankedAt" = now() WHERE "fullname" = $1`, [blank]);
  await age(orphan!, 90);
  await pool().query(`DELETE FROM "Notification" WHERE "fullname" = $1`, [orphan]);
  const { rechecks } = (await getHealth()).checks;
  expect(rechecks).toEqual(ok ? { ok } : { ok, detail: `oldest recheck ${hours} h ago` });
});
