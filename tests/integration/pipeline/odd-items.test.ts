import { afterEach, beforeEach, expect, test } from "vitest";
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
  const user = await createUser();
  await createWatch(user, { keyword: "tidewater", subreddits: ["webdev"], activeSince: pollStart });
  polling.world.post({ subreddit: "webdev", title: "Before" });
  for (let i = 0; i < 2; i++) {
    await polling.pollOnce();
    polling.world.advance(minuteMs);
  }
});
afterEach(() => polling.close());

const nulls = { author: null, selftext_html: null, link_flair_text: null, media: null, thumbnail: null };
const quotes = `${"> ".repeat(5_000)}tidewater`;
const long = `tidewater ${"word ".repeat(8_000)}`.slice(0, 40_000);

test.each<[string, { title?: string; selftext?: string; raw?: Record<string, unknown> }, string]>([
  ["without a title", { selftext: "tidewater", raw: { title: undefined } }, "tidewater"],
  ["with null for a title", { selftext: "tidewater", raw: { title: null } }, "tidewater"],
  ["with nulls where Reddit allows them", { title: "tidewater", raw: nulls }, "tidewater"],
  ["of 40,000 characters", { title: "Long", selftext: long }, "Long"],
  ["with a lone surrogate and a NUL", { title: "tide\ud800 \u0000tidewater" }, "tide\ufffd \ufffdtidewater"],
  ["of 5,000 nested quotes", { title: "Deep", selftext: quotes }, "Deep"],
])("stores an item %s and the rest of its page", async (_name, draft, title) => {
  const odd = polling.world.post({ subreddit: "webdev", title: "Odd", ...draft });
  const plain = polling.world.post({ subreddit: "webdev", title: "plain tidewater" });
  polling.world.advance(minuteMs);
  expect(await polling.pollOnce()).toMatchObject({ items: 2, notifications: 2, faults: [] });
  const { rows } = await pool().query(`SELECT "fullname", "title", "content" FROM "Item"`);
  expect(rows.map((row) => row.fullname).sort()).toEqual([odd, plain].sort());
  expect(rows.find((row) => row.fullname === odd).title).toBe(title);
  expect(rows.every((row) => row.content.length <= 60_000)).toBe(true);
});

test.each([
  ["fullname", { name: undefined, id: undefined }],
  ["subreddit", { subreddit: undefined }],
  ["time", { created_utc: undefined }],
])("skips and counts an item without %s and stores the others", async (_name, raw) => {
  polling.world.post({ subreddit: "webdev", title: "odd tidewater", raw });
  const plain = polling.world.post({ subreddit: "webdev", title: "plain tidewater" });
  polling.world.advance(minuteMs);
  const poll = await polling.pollOnce();
  expect(poll).toMatchObject({ items: 1, notifications: 1 });
  expect(poll.faults).toEqual([{ unit: "posts of webdev", error: "1 items skipped" }]);
  const { rows } = await pool().query(`SELECT "fullname" FROM "Notification"`);
  expect(rows).toEqual([{ fullname: plain }]);
});

test("alerts once about an item listed twice, late and with a time in the future", async () => {
  const ahead = new Date(polling.clock().getTime() + 5 * minuteMs);
  const item = polling.world.post({ subreddit: "webdev", title: "tidewater", createdAt: ahead });
  for (let i = 0; i < 3; i++) {
    await polling.pollOnce();
    polling.world.hold(item);
    polling.world.approve(item);
    polling.world.advance(3 * minuteMs);
  }
  const { rows } = await pool().query(`SELECT "fullname" FROM "Notification"`);
  expect(rows).toEqual([{ fullname: item }]);
});
