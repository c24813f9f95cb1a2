import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { placesOn } from "@/domain/reading/place";
import { getHealth } from "@/server/operation/health";
import { pool } from "@/server/platform/database";
import type { SequenceStand } from "./stand";
import { sequenceStands } from "./stands";

const secondMs = 1_000;
const minuteMs = 60_000;

describe.each(Object.entries(sequenceStands))("%s, number by number", (id, start) => {
  let stand: SequenceStand;
  const write = (words: string, kind: "post" | "comment" = "post") => stand.write("all", kind, words);

  beforeEach(async () => {
    stand = await start();
    await pool().query(
      `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "Sequence", "PendingNumber", "WatchTotal", "Run" CASCADE`,
    );
    write("tidewater, long before");
    stand.advance(60 * minuteMs);
    await createWatch(await createUser(), {
      keyword: "tidewater",
      places: placesOn(id, ["all"]),
      activeSince: stand.now(),
    });
  });
  afterEach(() => stand.close());

  const notified = async (): Promise<string[]> =>
    (await pool().query(`SELECT "fullname" FROM "Notification" WHERE "site" = $1 ORDER BY 1`, [id])).rows.map(
      (row: { fullname: string }) => row.fullname,
    );
  const gaps = async (): Promise<number[]> =>
    (await pool().query(`SELECT "items" FROM "Gap" WHERE "site" = $1`, [id])).rows.map(
      (row: { items: number }) => row.items,
    );
  const required = async () => (await pool().query(`SELECT FROM "PendingNumber"`)).rowCount;

  /** Reads at the pace of the app's own clock for this long. */
  async function readFor(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 5 * secondMs) {
      stand.advance(5 * secondMs);
      await stand.pollOnce();
    }
  }

  test("starts at the watch's creation, even if the first read is late", async () => {
    const written = Array.from({ length: 30 }, (_, n) => write(`tidewater ${n}`)).sort();
    stand.advance(minuteMs);
    await stand.pollOnce();
    expect(await notified()).toEqual(written);
  });

  test("a first read can be hours late without losing older items", async () => {
    const written = stand.writeMany("all", "comment", "tidewater", 900).sort();
    stand.advance(5 * 60 * minuteMs);
    expect(await stand.pollOnce()).toMatchObject({ notifications: 900, gaps: 0, faults: [] });
    expect(await notified()).toEqual(written);
  });

  test("fills a gap of any length by number after hours without a read", async () => {
    await stand.pollOnce();
    const written = stand.writeMany("all", "comment", "tidewater", 900).sort();
    stand.advance(5 * 60 * minuteMs);
    expect(await stand.pollOnce()).toMatchObject({ notifications: 900, gaps: 0, faults: [] });
    expect(await notified()).toEqual(written);
  });

  test("retries a missing number after 5 s, 30 s, 5 min and an hour, then records a gap", async () => {
    await stand.pollOnce();
    const [soon, late, never] = [write("tidewater a"), write("tidewater b"), write("tidewater c")];
    stand.hide(soon, 1);
    stand.hide(late, 4);
    stand.hide(never, 1_000);
    await stand.pollOnce();
    expect(await notified()).toEqual([]);
    await readFor(5 * secondMs);
    expect(await notified()).toEqual([soon]);
    await readFor(6 * minuteMs);
    expect([await notified(), await gaps(), await required()]).toEqual([[soon], [], 2]);
    stand.advance(60 * minuteMs);
    const ended = await stand.pollOnce();
    expect([await notified(), await gaps(), await required()]).toEqual([[soon, late].sort(), [1], 0]);
    expect(ended).toMatchObject({ gaps: 1 });
  });

  test("a run that ends early leaves the remaining numbers pending", async () => {
    await stand.pollOnce();
    const late = Array.from({ length: 60 }, (_, n) => write(`tidewater ${n}`)).sort();
    for (const fullname of late) stand.hide(fullname, 1);
    await stand.pollOnce();
    expect(await required()).toBe(60);
    stand.advance(6 * secondMs);
    stand.refuseAfter(5);
    expect((await stand.pollOnce()).faults.length).toBe(1);
    const found = (await notified()).length;
    expect(found).toBeLessThan(60);
    expect(await required()).toBe(60 - found);
    stand.heal();
    stand.advance(11 * minuteMs);
    await stand.pollOnce();
    expect([await notified(), await gaps(), await required()]).toEqual([late, [], 0]);
  });

  test("doesn't match or show a delayed text until it's available", async () => {
    await stand.pollOnce();
    const stored = stand.delay("tidewater after all", 400);
    await readFor(minuteMs);
    expect(await notified()).toEqual([]);
    expect((await pool().query(`SELECT FROM "RecentItem" WHERE "fullname" = $1`, [stored])).rowCount).toBe(0);
    stand.advance(7 * minuteMs);
    await stand.pollOnce();
    expect(await notified()).toEqual([stored]);
  });

  test("an edit creates no alert, and items deleted before they were read are ignored", async () => {
    await stand.pollOnce();
    const edited = write("an ordinary title");
    const matched = write("tidewater");
    const gone = Object.values(stand.endings).map((end) => {
      const fullname = write("tidewater, for a moment");
      end(fullname);
      return fullname;
    });
    stand.advance(5 * secondMs);
    await stand.pollOnce();
    stand.edit(edited, "tidewater, added later");
    stand.edit(matched, "tidewater, in other words");
    await readFor(minuteMs);
    expect(gone.length).toBeGreaterThan(1);
    expect([await notified(), await gaps(), await required()]).toEqual([[matched], [], 0]);
  });

  test("a comment has the title of its story", async () => {
    const story = write("A story by the harbour");
    const response = write("tidewater", "comment");
    const deeper = write("tidewater again", "comment");
    stand.advance(secondMs);
    await stand.pollOnce();
    const { rows } = await pool().query(`SELECT "fullname", "title" FROM "Item" ORDER BY 1`);
    expect(story).not.toBe(response);
    expect(rows).toEqual(
      [response, deeper].sort().map((fullname) => ({ fullname, title: "A story by the harbour" })),
    );
  });

  test("a failing number doesn't stop the others and is recorded when retries end", async () => {
    await stand.pollOnce();
    const bad = write("tidewater, badly");
    const good = write("tidewater, well");
    stand.failOne(bad);
    await readFor(minuteMs);
    expect([await notified(), await required()]).toEqual([[good], 1]);
    for (let hour = 0; hour < 9; hour += 1) {
      stand.advance(61 * minuteMs);
      write("an ordinary title");
      await stand.pollOnce();
    }
    expect([await notified(), await gaps(), await required()]).toEqual([[good], [1], 0]);
  });

  test("each site failure is reported, loses no items, and all are read when it ends", async () => {
    await stand.pollOnce();
    const found: string[] = [];
    for (const { name, begin } of stand.failures) {
      found.push(...Array.from({ length: 30 }, (_, n) => write(`tidewater ${n}`)));
      stand.advance(minuteMs);
      begin({});
      const before = await notified();
      expect((await stand.pollOnce()).faults.length, name).toBeGreaterThan(0);
      expect(await notified(), name).toEqual(before);
      stand.heal();
      stand.advance(11 * minuteMs);
      await stand.pollOnce();
      expect(await notified(), name).toEqual([...found].sort());
    }
    expect([await gaps(), await required()]).toEqual([[], 0]);
  }, 240_000);

  test("a frozen maximum number counts as a site failure until it changes", async () => {
    await stand.pollOnce();
    const since = stand.now().toISOString();
    stand.freeze(true);
    const behind = write("tidewater");
    await readFor(2 * minuteMs);
    expect((await stand.pollOnce()).faults).toEqual([]);
    stand.advance(90 * secondMs);
    const error = expect.stringMatching(/^no number above \d+ since 2026-/);
    expect((await stand.pollOnce()).faults).toEqual([{ unit: "numbers", error }]);
    expect((await getHealth()).checks[id]).toEqual({ ok: false, detail: "2 reads failing", since });
    stand.freeze(false);
    expect((await stand.pollOnce()).faults).toEqual([]);
    expect(await notified()).toEqual([behind]);
    expect((await getHealth()).checks[id]).toEqual({ ok: true });
  });

  test("the position is deleted with the last watch, and a new watch starts at the latest item", async () => {
    await stand.pollOnce();
    await pool().query(`UPDATE "Watch" SET "isActive" = false`);
    write("tidewater, unheard");
    await stand.pollOnce();
    expect((await pool().query(`SELECT FROM "Sequence"`)).rowCount).toBe(0);
    stand.advance(minuteMs);
    await pool().query(`UPDATE "Watch" SET "isActive" = true, "activeSince" = $1`, [stand.now()]);
    stand.advance(secondMs);
    const matched = write("tidewater, heard");
    await stand.pollOnce();
    expect(await notified()).toEqual([matched]);
  });
});
