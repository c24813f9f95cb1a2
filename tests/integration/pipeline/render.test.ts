import { afterAll, beforeEach, expect, test } from "vitest";
import { createNotification, createUser, createWatch } from "../../../prisma/factories";
import { fragileThreads, misdeeds } from "../../support/render-threads";
import { pollStart, startPolling } from "../../support/polling";
import { pool } from "@/server/platform/database";
import { poolLimits } from "@/server/threads/pool";
import { renderDue } from "@/server/rendering/render";
import { claimRenders, saveRenders } from "@/server/rendering/statements/renders";
import { blankItems } from "@/server/reading/statements/rechecks";
import "../../support/parallel-connections";

const now = new Date("2026-11-22T10:00:00.000Z");
const hourMs = 3_600_000;
const later = (ms: number) => new Date(now.getTime() + ms);
/** A deadline that never passes, because the clock doesn't advance in these tests. */
const noEnd = () => later(1_000 * hourMs);

const threads = fragileThreads();
afterAll(() => threads.end());

beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "WatchTotal" CASCADE`,
  );
});

/** Creates unrendered items in descending order of time. */
async function makeItems(bodies: readonly string[], renderAt: Date | null = null): Promise<void> {
  await pool().query(
    `INSERT INTO "Item" ("fullname", "kind", "site", "place", "title", "content", "url", "createdAt", "storedAt", "checkedAt", "renderAt")
     SELECT 't3_' || n, 'post', 'reddit', 'webdev', 'a title', body, '', $2, $2, $2, coalesce($3, $2::timestamptz - n * interval '1 ms')
     FROM unnest($1::text[]) WITH ORDINALITY AS x(body, n)`,
    [bodies, now, renderAt],
  );
}

async function items() {
  const { rows } = await pool().query<{ fullname: string; text: string | null; html: string; tries: number }>(
    `SELECT "fullname", "text", "html", "renderTries" AS "tries" FROM "Item" ORDER BY "fullname"`,
  );
  return new Map(rows.map((row) => [row.fullname, row]));
}

test("returns the items of a batch that the time limit left out", async () => {
  await makeItems(["one", "two", "three"]);
  let looks = 0;
  // The limit passes after the first item.
  const until = () => ((looks += 1) <= 2 ? noEnd() : later(-1));
  expect(await renderDue("all", () => now, until, threads)).toMatchObject({ rendered: 1 });
  expect([...(await items()).values()].map(({ text, tries }) => [text, tries])).toEqual([
    ["ONE", 1],
    [null, 0],
    [null, 0],
  ]);
  expect(await renderDue("all", () => now, noEnd, threads)).toMatchObject({ rendered: 2 });
});

test("returns what the threads refuse without counting an attempt", async () => {
  await makeItems(["one", "two", "three"]);
  const busy = fragileThreads({ ...poolLimits, queuedInBackground: { total: 10, perKey: 1 } });
  const owner = { key: "rendering", isBackground: true };
  const task = { site: "reddit", html: null, body: "before" } as const;
  const before = Array.from({ length: 2 }, () => busy.run("render", task, owner));
  expect(await renderDue("all", () => now, noEnd, busy)).toEqual({ rendered: 0, failed: 0, given: 0 });
  await Promise.all(before);
  expect([...(await items()).values()].map(({ tries }) => tries)).toEqual([0, 0, 0]);
  expect(await renderDue("all", () => now, noEnd, busy)).toMatchObject({ rendered: 3 });
  await busy.end();
});

test("renders a polled item once for several watches and deletes its source HTML", async () => {
  const polling = await startPolling();
  const user = await createUser();
  for (const keyword of ["tidewater", "water"])
    await createWatch(user, { keyword, subreddits: ["webdev"], activeSince: pollStart });
  polling.world.post({ subreddit: "webdev", title: "Before" });
  await polling.pollOnce();
  polling.world.advance(60_000);
  polling.world.post({ subreddit: "webdev", title: "New", selftext: "**tidewater** at [home](/r/home)" });
  polling.world.advance(60_000);
  expect(await polling.pollOnce()).toMatchObject({ notifications: 2, faults: [] });
  await polling.close();
  const { rows } = await pool().query(
    `SELECT "content", "html", "text", "linkedText", "sourceHtml", "renderTries", "renderAt" FROM "Item"`,
  );
  expect(rows).toEqual([
    {
      content: "**tidewater** at [home](https://www.reddit.com/r/home)",
      html: expect.stringContaining("<strong>tidewater</strong>"),
      text: "tidewater at home",
      linkedText: "tidewater at home (https://www.reddit.com/r/home)",
      sourceHtml: null,
      renderTries: 1,
      renderAt: null,
    },
  ]);
});

test("backs off items that fail to render and finally stores them unrendered", async () => {
  const { hang, leave, eat } = misdeeds;
  await makeItems([hang, leave, eat, hang, ...Array.from({ length: 60 }, (_, n) => `post ${n}`)]);
  const first = await renderDue("all", () => now, noEnd, threads);
  expect(first).toEqual({ rendered: 60, failed: 4, given: 0 });
  const after = await items();
  expect(after.get("t3_5")).toMatchObject({ text: "POST 0", html: "<p>POST 0</p>", tries: 1 });
  expect(after.get("t3_1")).toMatchObject({ text: null, tries: 1 });
  // They aren't due again immediately, and newer items go first.
  await makeItems([]);
  expect(await renderDue("all", () => now, noEnd, threads)).toEqual({ rendered: 0, failed: 0, given: 0 });
  for (let hours = 1; hours <= 2; hours += 1) {
    const tried = await renderDue("all", () => later(hours * hourMs), noEnd, threads);
    expect(tried).toEqual({ rendered: 0, failed: 4, given: 0 });
  }
  expect(await renderDue("all", () => later(3 * hourMs), noEnd, threads)).toMatchObject({ given: 4 });
  expect((await items()).get("t3_1")).toMatchObject({ text: hang, html: `<p>${hang}</p>` });
  expect(await renderDue("all", () => later(9 * hourMs), noEnd, threads)).toMatchObject({ given: 0 });
});

test("counts attempts in advance and retries failed items one at a time", async () => {
  await makeItems(["one", "two", "three"]);
  const claim = (at: Date) => claimRenders(pool(), "all", { max: 50, now: at, waitMs: 60_000 });
  expect((await claim(now)).map(({ tries }) => tries)).toEqual([1, 1, 1]);
  // As left by a crashed process.
  expect(await claim(now)).toEqual([]);
  expect(await claim(later(hourMs))).toHaveLength(1);
  expect((await claim(later(hourMs))).map(({ tries }) => tries)).toEqual([2]);
});

test("two concurrent runs render each item once", async () => {
  await makeItems(Array.from({ length: 120 }, (_, n) => `post ${n}`));
  const other = fragileThreads();
  const tallies = await Promise.all([threads, other].map((one) => renderDue("all", () => now, noEnd, one)));
  await other.end();
  expect(tallies.reduce((sum, { rendered }) => sum + rendered, 0)).toBe(120);
  expect([...(await items()).values()].every(({ tries }) => tries === 1)).toBe(true);
});

test("renders old items after all new ones, and not during a poll", async () => {
  await makeItems(["old"], new Date(0));
  expect(await renderDue("new", () => now, noEnd, threads)).toMatchObject({ rendered: 0 });
  expect(await renderDue("all", () => now, noEnd, threads)).toMatchObject({ rendered: 1 });
});

test("an item blanked during rendering stays blank", async () => {
  await makeItems(["gone"]);
  const [claimed] = await claimRenders(pool(), "all", { max: 1, now, waitMs: 60_000 });
  await blankItems(pool(), ["t3_1"], now);
  const retained = { content: "gone", html: "<p>gone</p>", text: "gone", linkedText: "gone" };
  await saveRenders(pool(), [{ fullname: claimed!.fullname, ...retained }]);
  const { rows } = await pool().query(`SELECT "content", "html", "text", "linkedText" FROM "Item"`);
  expect(rows).toEqual([{ content: "", html: null, text: null, linkedText: null }]);
});

test("blanking an item deletes its stored text", async () => {
  const { item } = await createNotification(await createWatch(await createUser()));
  expect(item.text).toBe("I need invoice software that works offline.");
  await blankItems(pool(), [item.fullname], now);
  const { rows } = await pool().query(`SELECT "html", "text", "linkedText", "sourceHtml" FROM "Item"`);
  expect(rows).toEqual([{ html: null, text: null, linkedText: null, sourceHtml: null }]);
});

test("doesn't count an attempt if a thread can't be started", async () => {
  await makeItems(["one"]);
  const broken = fragileThreads();
  broken.ready = () => Promise.reject(new Error("no thread"));
  await expect(renderDue("all", () => now, noEnd, broken)).rejects.toThrow("no thread");
  expect((await items()).get("t3_1")).toMatchObject({ tries: 0 });
});
