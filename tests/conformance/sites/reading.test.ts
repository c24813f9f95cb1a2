import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { placesOn } from "@/domain/reading/place";
import { pool } from "@/server/platform/database";
import type { Stand } from "./stand";
import { sharedStands, stands } from "./stands";

const minuteMs = 60_000;

describe.each(Object.entries(stands))("%s, reading", (id, start) => {
  let stand: Stand;
  let one: string;
  let other: string;

  beforeEach(async () => {
    stand = await start();
    [one, other = one] = stand.places;
    await pool().query(
      `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "Sequence", "PendingNumber", "ForumRead", "WalkRead", "WatchTotal" CASCADE`,
    );
    for (const place of stand.places) {
      stand.write(place, "post", "Hello");
      stand.write(place, "comment", "Hello");
    }
    await createWatch(await createUser(), {
      keyword: "tidewater",
      places: placesOn(id, stand.places),
      activeSince: stand.now(),
    });
    for (let i = 0; i < 3; i++) {
      await stand.pollOnce();
      stand.advance(minuteMs);
    }
  });
  afterEach(() => {
    vi.restoreAllMocks();
    return stand.close();
  });

  const notified = async (): Promise<string[]> =>
    (await pool().query(`SELECT "fullname" FROM "Notification" WHERE "site" = $1`, [id])).rows
      .map((row: { fullname: string }) => row.fullname)
      .sort();
  function writeBoth(): string[] {
    const written = [one, other].map((place) => stand.write(place, "post", "tidewater"));
    stand.advance(minuteMs);
    return written.sort();
  }

  test("finds all items of several pages only once", async () => {
    const written = [
      ...stand.writeMany(one, "post", "tidewater", 250),
      ...stand.writeMany(other, "comment", "tidewater", 120),
    ].sort();
    stand.advance(minuteMs);
    expect(await stand.pollOnce()).toMatchObject({ notifications: 370, gaps: 0, faults: [] });
    expect(await notified()).toEqual(written);
    expect(await stand.pollOnce()).toMatchObject({ items: 0, notifications: 0, gaps: 0, faults: [] });
    expect(await notified()).toEqual(written);
  });

  test("the read after a killed one finds every item once", async () => {
    const written = stand.writeMany(one, "post", "tidewater", 250).sort();
    stand.advance(minuteMs);
    await stand.pollDying(1);
    expect((await notified()).length).toBeLessThan(written.length);
    stand.advance(minuteMs);
    await stand.pollOnce();
    expect(await notified()).toEqual(written);
  });

  test("blanks items that were deleted on the site and keeps the rest", async () => {
    const visible = stand.write(other, "post", "tidewater stands");
    const ending = Object.entries(stand.endings).map(([name, end]) => ({
      fullname: stand.write(one, "post", `tidewater ${name}`),
      end,
    }));
    stand.advance(minuteMs);
    await stand.pollOnce();
    ending.forEach(({ fullname, end }) => end(fullname));
    stand.advance(21 * 60 * minuteMs);
    expect(await stand.recheck()).toEqual({
      rechecked: ending.length + 1,
      blanked: ending.length,
      faults: [],
    });
    const { rows } = await pool().query(`SELECT "fullname" FROM "Item" WHERE "blankedAt" IS NULL`);
    expect(rows).toEqual([{ fullname: visible }]);
  });

  // On other sites each place fails separately.
  if (!Object.hasOwn(sharedStands, id)) return;
  test("a failure of the whole site pauses all reads, in this run and the next", async () => {
    // Force a pause of more than two seconds; a shorter one is waited for within the run and ended by its
    // next request.
    vi.spyOn(Math, "random").mockReturnValue(0.9);
    const found: string[] = [];
    for (const { name, begin } of stand.pauses) {
      found.push(...writeBoth());
      begin({ times: 1 });
      expect((await stand.pollOnce({ limitMs: 1_000 })).faults.length, name).toBeGreaterThan(0);
      const { rows } = await pool().query(`SELECT "pausedUntil" FROM "Budget"`);
      expect(rows[0].pausedUntil.getTime(), name).toBeGreaterThan(stand.now().getTime() - 1_000);
      stand.advance(11 * minuteMs);
      await stand.pollOnce();
      expect(await notified(), name).toEqual([...found].sort());
      stand.advance(minuteMs);
    }
  });
});
