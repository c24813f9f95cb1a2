import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { pollStart, startPolling } from "../../support/polling";
import { pool } from "@/server/platform/database";
import { Budget } from "@/server/reading/budget";
import type { Fault } from "@/server/platform/run-context";
import { recheck } from "@/server/reading/recheck";

let polling: Awaited<ReturnType<typeof startPolling>>;
const hourMs = 3_600_000;

beforeEach(async () => {
  polling = await startPolling();
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "WatchTotal" CASCADE`,
  );
  const user = await createUser();
  await createWatch(user, { keyword: "tidewater", subreddits: ["webdev"], activeSince: pollStart });
  await polling.pollOnce();
  polling.world.advance(60_000);
});
afterEach(() => polling.close());

async function recheckNow() {
  const { clock, site } = polling;
  const faults: Fault[] = [];
  const budget = new Budget({
    clientId: "sandbox-client",
    allShare: 0,
    window: site.window,
    clock,
    sleep: async () => {},
  });
  const deadline = new Date(clock().getTime() + 60_000);
  const signal = new AbortController().signal;
  return { ...(await recheck({ clock, site, budget, deadline, faults, signal })), faults };
}

async function write(count: number): Promise<string[]> {
  const written = Array.from({ length: count }, (_, i) =>
    polling.world.comment({ subreddit: "webdev", body: `tidewater ${i}` }),
  );
  polling.world.advance(60_000);
  await polling.pollOnce();
  return written;
}
const getItem = async (fullname: string) =>
  (
    await pool().query(`SELECT "title", "content", "author", "blankedAt" FROM "Item" WHERE "fullname" = $1`, [
      fullname,
    ])
  ).rows[0];

test("blanks deleted and removed items within a day and keeps the others", async () => {
  const [deleted, removed, current] = await write(3);
  polling.world.delete(deleted!);
  polling.world.remove(removed!);
  expect(await recheckNow()).toMatchObject({ rechecked: 0 });
  polling.world.advance(21 * hourMs);
  expect(await recheckNow()).toEqual({ rechecked: 3, blanked: 2, faults: [] });
  for (const gone of [deleted, removed]) {
    expect(await getItem(gone!)).toMatchObject({ title: "", content: "", author: null });
  }
  expect((await getItem(current!)).content).toMatch(/tidewater/i);
  expect(await recheckNow()).toMatchObject({ rechecked: 0 });
});

test.each([
  ["there are no other items", 0],
  ["an existing item is reported deleted too", 1],
])("ignores a response that reports every item deleted if %s", async (_name, later) => {
  const written = await write(120);
  polling.world.advance(21 * hourMs);
  await write(later);
  polling.failures.set({ mode: "empty", path: "/api/info" });
  const during = await recheckNow();
  expect(during).toMatchObject({ rechecked: 0, blanked: 0 });
  // Both batches are delayed, so the items after them get their turn.
  expect(during.faults.map(({ error }) => error)).toEqual([
    "all 95 items are reported as deleted",
    "all 25 items are reported as deleted",
  ]);
  polling.failures.clear();
  expect(await recheckNow()).toMatchObject({ rechecked: 0 });
  polling.world.advance(hourMs);
  expect(await recheckNow()).toEqual({ rechecked: 120, blanked: 0, faults: [] });
  expect((await getItem(written[0]!)).blankedAt).toBeNull();
});

test("leaves items due and reports a fault if the site fails", async () => {
  await write(2);
  polling.world.advance(21 * hourMs);
  polling.failures.set({ mode: "html", status: 503, path: "/api/info" });
  const during = await recheckNow();
  expect(during).toMatchObject({ rechecked: 0, blanked: 0 });
  expect(during.faults.length).toBe(1);
  polling.failures.clear();
  polling.world.advance(hourMs);
  expect(await recheckNow()).toMatchObject({ rechecked: 2 });
});

test("deletes items without notifications", async () => {
  const [retained, orphan] = await write(2);
  await pool().query(`DELETE FROM "Notification" WHERE "fullname" = $1`, [orphan]);
  polling.world.advance(21 * hourMs);
  expect(await recheckNow()).toMatchObject({ rechecked: 1 });
  expect(await getItem(orphan!)).toBeUndefined();
  expect(await getItem(retained!)).toBeDefined();
});
