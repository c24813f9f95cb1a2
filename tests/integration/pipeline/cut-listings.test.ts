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
});
afterEach(() => polling.close());

/** Creates a watch and polls twice, a minute apart. Each subreddit in `before` already has a post. */
async function watched(subreddits: string[], before: readonly string[] = subreddits): Promise<void> {
  const user = await createUser();
  await createWatch(user, { keyword: "tidewater", subreddits, activeSince: pollStart });
  for (const subreddit of before) polling.world.post({ subreddit, title: "Hello" });
  for (let n = 0; n < 2; n += 1) {
    await polling.pollOnce();
    polling.world.advance(minuteMs);
  }
}

/** Writes `count` posts in order of time and removes a share of the listed ones. */
function raid(count: number, removedShare: number): { standing: Set<string> } {
  const written = polling.world.burst("webdev", "post", count, { keyword: "tidewater", overSeconds: 50 });
  const listed = written.slice(-1_000);
  const removed = new Set(listed.filter((_, n) => (n * removedShare) % 1 < removedShare));
  removed.forEach((fullname) => polling.world.remove(fullname));
  polling.world.advance(minuteMs);
  return { standing: new Set(written.filter((fullname) => !removed.has(fullname))) };
}

async function notified(): Promise<Set<string>> {
  const { rows } = await pool().query<{ fullname: string }>(`SELECT "fullname" FROM "Notification"`);
  return new Set(rows.map((row) => row.fullname));
}
async function gaps() {
  return (await pool().query(`SELECT "place", "kind"::text, "fromAt", "toAt" FROM "Gap"`)).rows;
}
async function readAt(subreddit: string): Promise<Date> {
  const { rows } = await pool().query(
    `SELECT "readAt" FROM "PlaceRead" WHERE "place" = $1 AND "kind" = 'post'`,
    [subreddit],
  );
  return rows[0].readAt;
}

describe("more posts than the site lists, some of them removed by moderators", () => {
  test.each([
    ["a fifth, in its own lane", ["webdev"], 0.2],
    ["half", ["webdev"], 0.5],
    ["98 %", ["webdev"], 0.98],
    ["a fifth, in a lane of several", ["webdev", "startups", "Coffee"], 0.2],
    ["half", ["webdev", "startups", "Coffee"], 0.5],
    ["99 %", ["webdev", "startups", "Coffee"], 0.99],
  ])(
    "%s of the listed posts removed, %j: records the unlisted posts as a gap",
    async (_name, subreddits, share) => {
      await watched(subreddits);
      const before = await readAt("webdev");
      const { standing: current } = raid(1_400, share);
      expect(await polling.pollOnce()).toMatchObject({ gaps: 1, faults: [] });
      const found = await notified();
      const missed = [...current].filter((fullname) => !found.has(fullname));
      expect(missed.length).toBe(400);
      const [gap, ...rest] = await gaps();
      expect(rest).toEqual([]);
      expect(gap).toMatchObject({ place: "webdev", kind: "post", fromAt: before });
      const times = [...polling.world.posted()].filter((one) => missed.includes(one.fullname));
      expect(times.every((one) => one.createdAt >= gap.fromAt && one.createdAt <= gap.toAt)).toBe(true);
      // The next poll returns the same listing and reports no new gap.
      polling.world.advance(minuteMs);
      expect(await polling.pollOnce()).toMatchObject({ gaps: 0, notifications: 0 });
    },
  );

  test('items found through "all" or an interrupted read don\'t prove completeness', async () => {
    await createWatch(await createUser(), { keyword: "x", subreddits: ["all"], activeSince: pollStart });
    await watched(["webdev"]);
    polling.failures.set({ mode: "json", status: 503, kind: "post", subreddit: "webdev", skip: 3 });
    raid(1_400, 0.2);
    await polling.pollOnce();
    polling.failures.clear();
    polling.world.advance(minuteMs);
    expect(await polling.pollOnce()).toMatchObject({ gaps: 1, faults: [] });
    const [gap] = await gaps();
    expect(gap.toAt.getTime()).toBeGreaterThan(gap.fromAt.getTime());
  });
});

describe("reports no gap", () => {
  test("if all posts were listed and most of them removed", async () => {
    await watched(["webdev", "startups"]);
    const { standing: current } = raid(900, 0.6);
    expect(await polling.pollOnce()).toMatchObject({ gaps: 0, faults: [], notifications: current.size });
  });

  test("for the first posts of a subreddit", async () => {
    await watched(["webdev", "startups"], []);
    for (let n = 0; n < 3; n += 1) {
      polling.world.post({ subreddit: "webdev", title: "tidewater" });
      polling.world.advance(minuteMs);
      expect(await polling.pollOnce()).toMatchObject({ gaps: 0, faults: [], notifications: 1 });
    }
  });

  test("if all older posts were removed, even long ago", async () => {
    await watched(["webdev"], ["webdev", "webdev"]);
    for (const { fullname } of [...polling.world.posted()]) polling.world.remove(fullname);
    // An empty listing after removals isn't treated as a site failure.
    const before = await readAt("webdev");
    expect(await polling.pollOnce()).toMatchObject({ gaps: 0, faults: [] });
    expect((await readAt("webdev")).getTime()).toBeGreaterThan(before.getTime());
    polling.world.post({ subreddit: "webdev", title: "tidewater" });
    polling.world.advance(minuteMs);
    expect(await polling.pollOnce()).toMatchObject({ gaps: 0, faults: [], notifications: 1 });
    // As after eight days, when recent items expire.
    await pool().query(`DELETE FROM "RecentItem"`);
    for (const { fullname } of [...polling.world.posted()]) polling.world.remove(fullname);
    polling.world.post({ subreddit: "webdev", title: "tidewater" });
    polling.world.advance(minuteMs);
    expect(await polling.pollOnce()).toMatchObject({ gaps: 0, faults: [] });
  });

  test("if the last post of a quiet subreddit is older than our records", async () => {
    const old = new Date(pollStart.getTime() - 60 * 24 * 60 * minuteMs);
    polling.world.post({ subreddit: "webdev", title: "Long ago", createdAt: old });
    await watched(["webdev"], []);
    polling.world.burst("webdev", "post", 60, { keyword: "tidewater", overSeconds: 50 });
    polling.world.advance(minuteMs);
    expect(await polling.pollOnce()).toMatchObject({ gaps: 0, faults: [], notifications: 60 });
  });

  test("while the site cannot confirm removals: keeps the position until the next read", async () => {
    await watched(["webdev"]);
    const before = await readAt("webdev");
    const { standing: current } = raid(1_400, 0.98);
    polling.failures.set({ mode: "json", status: 503, path: "^/api/info" });
    expect(await polling.pollOnce()).toMatchObject({ gaps: 0 });
    expect(await readAt("webdev")).toEqual(before);
    polling.failures.clear();
    polling.world.advance(minuteMs);
    expect(await polling.pollOnce()).toMatchObject({ gaps: 1 });
    expect(current.size - (await notified()).size).toBe(400);
  });
});
