import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dyingForums } from "../../support/forums";
import { pool } from "@/server/platform/database";
import { startWatchedForums, type WatchedForums } from "../../support/watched-forums";

const minuteMs = 60_000;

let forums: WatchedForums;
beforeEach(async () => {
  forums = await startWatchedForums();
});
afterEach(() => forums.close());

describe("reading forums", () => {
  test("finds topics and replies once, with their own URLs", async () => {
    forums.world.write("harbour", { title: "Before: tidewater" });
    forums.advance(4 * minuteMs);
    await forums.watching("harbour");
    const opened = forums.world.write("harbour", { title: "A tidewater question", text: "How?", by: "otto" });
    forums.world.write("harbour", { topic: opened, text: "Ask tidewater" });
    expect(await forums.pollOnce()).toMatchObject({ items: 2, notifications: 2, gaps: 0, faults: [] });
    const { rows } = await pool().query(`SELECT * FROM "Item" ORDER BY "url"`);
    const at = { site: "discourse", place: "harbour.example", title: "A tidewater question" };
    expect(rows).toMatchObject([
      { ...at, kind: "post", fullname: `harbour.example:post:${opened}`, content: "How?", author: "otto" },
      { ...at, kind: "comment", url: `https://harbour.example/p/${opened + 1}`, content: "Ask tidewater" },
    ]);
    forums.advance(minuteMs);
    expect(await forums.pollOnce()).toMatchObject({ items: 0, notifications: 0, gaps: 0, faults: [] });
    forums.world.edit("harbour", opened + 1, { text: "tidewater, edited" });
    forums.advance(minuteMs);
    expect(await forums.pollOnce()).toMatchObject({ items: 0, notifications: 0 });
  });

  test("a forum in a folder and the forum at the root of its host are read independently", async () => {
    await forums.watching("harbour", "boathouse");
    forums.reply("tidewater at the harbour");
    const number = forums.world.write("boathouse", { topic: 1, text: "tidewater at the boathouse" });
    expect(await forums.pollOnce()).toMatchObject({ items: 2, notifications: 2, gaps: 0, faults: [] });
    const { rows } = await pool().query(`SELECT "place", "fullname", "url" FROM "Item" ORDER BY "place"`);
    const folder = "harbour.example/community";
    expect(rows).toEqual([
      { place: "harbour.example", fullname: "harbour.example:post:2", url: "https://harbour.example/p/2" },
      { place: folder, fullname: `${folder}:post:${number}`, url: `https://${folder}/p/${number}` },
    ]);
    expect(await forums.positionOf("boathouse")).toMatchObject({ below: null });
    forums.world.end("boathouse", number, "deleted");
    forums.advance(3 * 24 * 60 * minuteMs);
    expect(await forums.recheckOnce()).toMatchObject({ blanked: 1 });
  });

  test("sends one request per minute and reads robots.txt once a day", async () => {
    await forums.watching("harbour");
    forums.advance(-30_000);
    const before = forums.discourse.requested.length;
    expect(await forums.pollOnce()).toMatchObject({ requests: 0 });
    expect(forums.discourse.requested.map(({ path }) => path)).toEqual([
      "/robots.txt",
      "/posts.json",
      "/site/basic-info.json",
    ]);
    expect(forums.discourse.requested[0]!.userAgent).toBe("Earshot (a test)");
    for (let n = 0; n < 3; n += 1) {
      forums.advance(minuteMs);
      await forums.pollOnce();
    }
    expect(forums.discourse.requested.slice(before).map(({ path }) => path)).toEqual(
      Array(3).fill("/posts.json"),
    );
  });

  test("counts hidden numbers once, and doesn't treat them as lost", async () => {
    await forums.watching("harbour");
    for (let n = 0; n < 30; n += 1)
      forums.reply(`tidewater ${n}`, { state: n % 3 === 0 ? "private" : "live" });
    let hidden = 0;
    for (let n = 0; n < 8; n += 1) {
      const result = await forums.pollOnce();
      expect(result).toMatchObject({ gaps: 0, faults: [] });
      hidden += result.hidden ?? 0;
      forums.advance(minuteMs);
    }
    expect(hidden).toBe(10);
    expect(await forums.positionOf("harbour")).toEqual({ reached: 31, below: null, goal: null, hidden: 10 });
    expect(await forums.texts()).toHaveLength(20);
  });

  test("finds a number that appears late", async () => {
    await forums.watching("harbour");
    forums.reply("tidewater, late", { shownInMs: 100_000 });
    forums.reply("tidewater, soon");
    expect(await forums.pollOnce()).toMatchObject({ notifications: 1 });
    forums.advance(minuteMs);
    await forums.pollOnce();
    forums.advance(minuteMs);
    expect(await forums.pollOnce()).toMatchObject({ notifications: 1, gaps: 0 });
    forums.advance(3 * minuteMs);
    await forums.pollOnce();
    expect(await forums.positionOf("harbour")).toMatchObject({ reached: 3, hidden: 0 });
  });

  test.each(["now", "old"] as const)(
    "reads many pages in one run from Discourse version %s",
    async (version) => {
      Object.assign(forums.world.known("harbour"), { version });
      await forums.watching("harbour");
      for (let n = 0; n < 320; n += 1)
        forums.reply(`tidewater ${n}`, { state: n > 100 && n < 190 ? "private" : "live" });
      expect(await forums.pollOnce()).toMatchObject({ items: 231, notifications: 231, gaps: 0, faults: [] });
    },
  );

  test("a killed read resumes at its position and notifies only once", async () => {
    await forums.watching("harbour");
    forums.advance(5 * minuteMs);
    for (let n = 0; n < 320; n += 1)
      forums.reply(`tidewater ${n}`, { atMs: forums.clock().getTime() - 4 * minuteMs });
    const died = await forums.pollOnce({ site: dyingForums(forums.site, 3) });
    expect(died).toMatchObject({ notifications: 150, faults: [{ unit: "a forum" }] });
    expect(await forums.positionOf("harbour")).toEqual({ reached: 1, below: 172, goal: 321, hidden: 0 });
    forums.reply("tidewater, meanwhile");
    const requested = forums.discourse.requested.length;
    expect(await forums.pollOnce()).toMatchObject({ notifications: 171, gaps: 0, faults: [] });
    expect(forums.discourse.requested.length - requested).toBeLessThanOrEqual(5);
    expect(await forums.positionOf("harbour")).toMatchObject({ reached: 321, below: null });
  });

  test("reads a forum that restarts its numbering from the new start", async () => {
    for (let n = 0; n < 60; n += 1)
      forums.reply("something", { atMs: forums.clock().getTime() - 60 * minuteMs });
    await forums.watching("harbour");
    expect(await forums.positionOf("harbour")).toMatchObject({ reached: 61 });
    forums.discourse.reset();
    forums.world.reset();
    forums.advance(minuteMs);
    forums.reply("tidewater");
    expect(await forums.pollOnce()).toMatchObject({ notifications: 1, gaps: 0, faults: [] });
    forums.advance(4 * minuteMs);
    await forums.pollOnce();
    expect(await forums.positionOf("harbour")).toMatchObject({ reached: 2 });
  });

  test.each([
    { after: 5, reused: 5, next: "a gap" },
    { after: 12, reused: 10, next: "a match" },
    { after: 80, reused: 10, next: "a match" },
  ])(
    "a forum restored from a backup has a gap for $reused of $after posts, and then $next",
    async ({ after, reused, next }) => {
      await forums.watching("harbour");
      const atMs = forums.clock().getTime();
      const write = (count: number, words: string, when = forums.clock().getTime()) => {
        for (let n = 0; n < count; n += 1) forums.reply(`tidewater ${words} ${n}`, { atMs: when });
      };
      write(160, "before");
      forums.advance(5 * minuteMs);
      expect(await forums.pollOnce()).toMatchObject({ notifications: 160 });
      forums.discourse.reset();
      forums.world.reset();
      write(150, "before", atMs);
      forums.advance(5 * minuteMs);
      write(after, "after");
      const requested = forums.discourse.requested.length;
      const read = await forums.pollOnce();
      expect(read).toMatchObject({ notifications: after - reused, gaps: 1, faults: [] });
      // Posts from before the last read are not read again.
      expect(forums.discourse.requested.length - requested).toBeLessThanOrEqual(2);
      const { rows } = await pool().query(`SELECT "place", "items" FROM "Gap"`);
      expect(rows).toEqual([{ place: "harbour.example", items: reused }]);
      forums.advance(5 * minuteMs);
      forums.reply("tidewater, later");
      expect(await forums.pollOnce()).toMatchObject(
        next === "a gap" ? { notifications: 0, gaps: 1 } : { notifications: 1, gaps: 0 },
      );
    },
  );

  test("records a gap if too many posts were missed", async () => {
    await forums.watching("harbour");
    await pool().query(`UPDATE "ForumRead" SET "reached" = -150000`);
    forums.reply("tidewater");
    expect(await forums.pollOnce()).toMatchObject({ notifications: 1, gaps: 1, faults: [] });
    const { rows } = await pool().query(`SELECT "place", "items" FROM "Gap"`);
    expect(rows).toEqual([{ place: "harbour.example", items: 50_002 }]);
  });

  test("starts over if a forum is watched again", async () => {
    await forums.watching("harbour");
    await pool().query(`UPDATE "Watch" SET "isActive" = false`);
    await forums.pollOnce();
    expect((await pool().query(`SELECT FROM "ForumRead"`)).rowCount).toBe(0);
    forums.reply("tidewater, meanwhile");
    forums.advance(6 * minuteMs);
    await forums.watching("harbour");
    forums.reply("tidewater, now");
    expect(await forums.pollOnce()).toMatchObject({ notifications: 1, gaps: 0 });
    expect(await forums.texts()).toEqual(["tidewater, now"]);
  });
});
