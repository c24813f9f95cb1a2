import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { placesOn } from "@/domain/reading/place";
import { pool } from "@/server/platform/database";
import type { WholeStand } from "./stand";
import { wholeStands } from "./stands";

const secondMs = 1_000;
const minuteMs = 60_000;

describe.each(Object.entries(wholeStands))("%s, whole site by pages", (id, start) => {
  let stand: WholeStand;
  const write = (words: string, kind: "post" | "comment" = "post") => stand.write("all", kind, words);

  beforeEach(async () => {
    stand = await start();
    await pool().query(
      `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "WatchTotal", "Run" CASCADE`,
    );
    write("tidewater, long before");
    stand.advance(5 * 60 * minuteMs);
    await createWatch(await createUser(), {
      keyword: "tidewater",
      places: placesOn(id, ["all"]),
      activeSince: stand.now(),
    });
    await readFor(2);
  });
  afterEach(() => stand.close());

  const notified = async (): Promise<string[]> =>
    (await pool().query(`SELECT "fullname" FROM "Notification" WHERE "site" = $1`, [id])).rows
      .map((row: { fullname: string }) => row.fullname)
      .sort();
  const gaps = async () => (await pool().query(`SELECT FROM "Gap"`)).rowCount;
  const positions = async (): Promise<Date[]> =>
    (await pool().query(`SELECT "readAt" FROM "PlaceRead" WHERE "site" = $1 ORDER BY "kind"`, [id])).rows.map(
      (row: { readAt: Date }) => row.readAt,
    );

  /** Reads once a minute. */
  async function readFor(minutes: number) {
    for (let passed = 0; passed < minutes; passed += 1) {
      stand.advance(minuteMs);
      await stand.pollOnce();
    }
  }

  test("finds every item since the start once, however often it's read", async () => {
    const written = [
      ...stand.writeMany("all", "post", "tidewater", 60),
      ...stand.writeMany("all", "comment", "tidewater", 60),
    ].sort();
    await readFor(6);
    expect([await notified(), await gaps()]).toEqual([written, 0]);
  }, 60_000);

  test("sends our user agent, one request at a time with a second in between", async () => {
    stand.writeMany("all", "post", "an ordinary title", 200);
    const before = stand.requests().length;
    stand.advance(minuteMs);
    await stand.pollOnce();
    const requested = stand.requests().slice(before);
    expect(requested.length).toBeGreaterThan(6);
    expect(requested.every(({ userAgent }) => userAgent?.startsWith("Earshot (") === true)).toBe(true);
    const pauses = requested.slice(1).map(({ atMs }, at) => atMs - requested[at]!.atMs);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(secondMs);
    const { rows } = await pool().query(`SELECT "used" FROM "Budget"`);
    expect(rows[0].used).toBe(stand.requests().length);

    stand.advance(20 * secondMs);
    expect(await stand.pollOnce()).toMatchObject({ requests: 0, faults: [] });
    stand.advance(40 * secondMs);
    expect((await stand.pollOnce()).requests).toBeGreaterThan(0);
  });

  test("sends few requests to a quiet site", async () => {
    const threads = stand.writeMany("all", "post", "an ordinary title", 40);
    for (const story of threads) stand.commentOn(story, "an ordinary comment");
    await readFor(5);
    const before = stand.requests().length;
    await readFor(10);
    expect(stand.requests().length - before).toBeLessThanOrEqual(30);
  }, 60_000);

  test("deletions during a read hide items for up to a quarter of an hour", async () => {
    const ordinary = stand.writeMany("all", "post", "an ordinary title", 60);
    const written = stand.writeMany("all", "post", "tidewater", 300);
    const acquired = [...ordinary, ...written].filter((_, at) => at % 3 === 0).reverse();
    stand.meanwhile(() => acquired.splice(0, 4).forEach((fullname) => stand.endings.deleted!(fullname)));
    stand.advance(minuteMs);
    await stand.pollOnce();
    stand.meanwhile(() => {});
    const found = await notified();
    const current = written.filter((fullname) => written.indexOf(fullname) % 3 !== 0).sort();
    expect(current.filter((fullname) => !found.includes(fullname)).length).toBeGreaterThan(0);
    await readFor(16);
    expect(await notified()).toEqual(expect.arrayContaining(current));
    expect(await gaps()).toBe(0);
  }, 120_000);

  test("fills a gap over several runs if it takes longer than one", async () => {
    const written: string[] = [];
    for (let n = 0; n < 1_200; n += 1) {
      // A watch has a daily match limit, so only half of the stories match.
      const isHeard = n % 2 === 0;
      const story = write(isHeard ? "tidewater" : "an ordinary title");
      if (isHeard) written.push(story);
      written.push(stand.commentOn(story, "tidewater"));
      stand.advance(15_000);
    }
    written.sort();
    const before = await positions();
    const first = await stand.pollOnce();
    expect(first.notifications).toBeLessThan(written.length);
    expect((await positions())[1]).toEqual(before[1]);
    await readFor(4);
    expect([await notified(), await gaps()]).toEqual([written, 0]);
    for (const at of await positions()) expect(stand.now().getTime() - at.getTime()).toBeLessThan(minuteMs);
  }, 120_000);

  test("an edit creates no alert, and items deleted before they were read are ignored", async () => {
    const edited = [write("an ordinary title"), write("an ordinary comment", "comment")];
    const matched = write("tidewater");
    for (const end of Object.values(stand.endings))
      for (const kind of ["post", "comment"] as const) end(write("tidewater, for a moment", kind));
    await readFor(2);
    for (const fullname of edited) stand.edit(fullname, "tidewater, added later");
    stand.edit(matched, "tidewater, in other words");
    await readFor(20);
    expect([await notified(), await gaps()]).toEqual([[matched], 0]);
  }, 60_000);

  test("finds a comment posted while another was deleted in the next read", async () => {
    const story = write("an ordinary title");
    const gone = stand.commentOn(story, "an ordinary comment");
    await readFor(2);
    const matched = stand.commentOn(story, "tidewater");
    stand.endings.deleted!(gone);
    await readFor(1);
    expect(await notified()).toEqual([matched]);
  });

  test("a comment has the title of its story, its author and its source text", async () => {
    const story = write("A story by the harbour");
    stand.commentOn(story, "*tidewater* & `more`");
    await readFor(1);
    const { rows } = await pool().query(`SELECT "title", "content", "author" FROM "Item"`);
    expect(rows).toMatchObject([{ title: "A story by the harbour", author: expect.any(String) }]);
  });

  test("a failing list doesn't stop the others, is reported, and is read when it recovers", async () => {
    stand.failList("comment");
    const late = write("tidewater", "comment");
    const matched = write("tidewater");
    const [before] = [await positions()];
    await readFor(3);
    expect(await notified()).toEqual([matched]);
    const [posts, comments] = await positions();
    expect([posts! > before[0]!, comments]).toEqual([true, before[1]]);
    stand.advance(minuteMs);
    expect((await stand.pollOnce()).faults).toEqual([{ unit: "comments of all", error: "status 500" }]);
    stand.heal();
    await readFor(1);
    expect(await notified()).toEqual([matched, late].sort());
  });

  test("an interrupted sweep doesn't block positions and is repeated until complete", async () => {
    stand.writeMany("all", "post", "an ordinary title", 200);
    await readFor(20);
    const swept = async (): Promise<Date> =>
      (await pool().query(`SELECT "sweptAt" FROM "PlaceRead" WHERE "site" = $1 AND "kind" = 'post'`, [id]))
        .rows[0].sweptAt;
    const before = await swept();
    stand.failPage("post", 4);
    const faults: string[] = [];
    for (let passed = 0; passed < 16; passed += 1) {
      stand.advance(minuteMs);
      faults.push(...(await stand.pollOnce()).faults.map(({ unit }) => unit));
    }
    expect(faults).toContain("posts of all");
    expect(await swept()).toEqual(before);
    for (const at of await positions()) expect(stand.now().getTime() - at.getTime()).toBeLessThan(minuteMs);
    stand.heal();
    await readFor(1);
    expect((await swept()).getTime()).toBeGreaterThan(before.getTime());
  }, 60_000);

  test("each site failure is reported, loses no items, and all are read when it ends", async () => {
    const found: string[] = [];
    for (const { name, begin } of stand.failures) {
      found.push(...stand.writeMany("all", "post", "tidewater", 30));
      found.push(...stand.writeMany("all", "comment", "tidewater", 30));
      stand.advance(minuteMs);
      const before = [await notified(), await positions()];
      begin({});
      expect((await stand.pollOnce()).faults.length, name).toBeGreaterThan(0);
      expect([await notified(), await positions()], name).toEqual(before);
      stand.heal();
      stand.advance(11 * minuteMs);
      await readFor(1);
      expect(await notified(), name).toEqual([...found].sort());
    }
    expect(await gaps()).toBe(0);
  }, 240_000);

  test("a position from a fast clock is reset to the last item read", async () => {
    const { rows } = await pool().query(
      `UPDATE "PlaceRead" SET "readAt" = "readAt" + interval '2 days' WHERE "site" = $1 RETURNING "readAt"`,
      [id],
    );
    expect(rows.length).toBe(2);
    const written = stand.writeMany("all", "post", "tidewater", 60).sort();
    await readFor(2);
    expect([await notified(), await gaps()]).toEqual([written, 0]);
    for (const at of await positions()) expect(at.getTime()).toBeLessThanOrEqual(stand.now().getTime());
  });
});
