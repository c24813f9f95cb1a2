import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { placesOn } from "@/domain/place";
import { pool } from "@/server/platform/database";
import type { Site } from "@/domain/site";
import type { Stand } from "./stand";
import { stands } from "./stands";

const minuteMs = 60_000;

describe.each(Object.entries(stands))("%s, read", (id, start) => {
  let stand: Stand;
  let one: string;
  let other: string;

  beforeEach(async () => {
    stand = await start();
    [one, other] = stand.places;
    await pool().query(
      `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "Debt", "Gap", "Budget", "WatchTotal" CASCADE`,
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
    // Busy enough, by its rate, to be read in a lane of its own.
    await pool().query(`UPDATE "PlaceRead" SET "rate" = 40 WHERE "place" = $1 AND "kind" = 'post'`, [one]);
  });
  afterEach(() => stand.close());

  const readAt = async (place: string): Promise<Date> =>
    (
      await pool().query(
        `SELECT "readAt" FROM "PlaceRead" WHERE "site" = $1 AND "place" = $2 AND "kind" = 'post'`,
        [id, place],
      )
    ).rows[0].readAt;
  const notified = async (): Promise<string[]> =>
    (await pool().query(`SELECT "fullname" FROM "Notification" WHERE "site" = $1`, [id])).rows
      .map((row: { fullname: string }) => row.fullname)
      .sort();
  const healthOf = async (place: string): Promise<string> =>
    (await pool().query(`SELECT "health"::text FROM "Place" WHERE "site" = $1 AND "name" = $2`, [id, place]))
      .rows[0].health;

  function writeBoth(): string[] {
    const written = [one, other].map((place) => stand.write(place, "post", "tidewater"));
    stand.advance(minuteMs);
    return written.sort();
  }

  test("more than a page at once: all of it is found, and the same again is nothing new", async () => {
    const written = [
      ...stand.writeMany(one, "post", "tidewater", 250),
      ...stand.writeMany(other, "comment", "tidewater", 120),
    ].sort();
    stand.advance(minuteMs);
    expect(await stand.pollOnce()).toMatchObject({ notifications: 370, gaps: 0, faults: [] });
    expect(await notified()).toEqual(written);
    expect(await stand.pollOnce()).toMatchObject({ items: 0, notifications: 0, gaps: 0, faults: [] });
    expect(await notified()).toEqual(written);
  }, 60_000);

  test("a read that is killed has lost nothing: the next finds all, once", async () => {
    const written = stand.writeMany(one, "post", "tidewater", 250).sort();
    stand.advance(minuteMs);
    let pages = 0;
    const dying: Site = {
      ...stand.site,
      fetchNewest: async (question) => {
        // The process is gone with what it was reading.
        if (question.kind === "post" && question.places.includes(one) && ++pages > 1)
          throw new Error("killed");
        return stand.site.fetchNewest(question);
      },
    };
    await stand.pollOnce({ site: dying });
    expect((await notified()).length).toBeLessThan(written.length);
    stand.advance(minuteMs);
    await stand.pollOnce();
    expect(await notified()).toEqual(written);
  }, 60_000);

  test("what has an end there is blanked here, the rest stays", async () => {
    const standing = stand.write(other, "post", "tidewater stands");
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
    expect(rows).toEqual([{ fullname: standing }]);
  });

  test("one place in trouble: its position stays, the others go on, the run says so", async () => {
    const found: string[] = [];
    for (const { name, begin } of stand.troubles) {
      const before = await readAt(one);
      const otherBefore = await readAt(other);
      found.push(...writeBoth());
      begin({ place: one, kind: "post" });
      const during = await stand.pollOnce();
      expect(during.notifications, name).toBe(1);
      expect(
        during.faults.map((fault) => fault.unit),
        name,
      ).toEqual([`posts of ${one}`]);
      expect(await readAt(one), name).toEqual(before);
      expect((await readAt(other)).getTime(), name).toBeGreaterThan(otherBefore.getTime());

      stand.heal();
      expect(await stand.pollOnce(), name).toMatchObject({ notifications: 1, gaps: 0, faults: [] });
      expect(await notified(), name).toEqual([...found].sort());
    }
  }, 90_000);

  test("the whole site in trouble: every lane pauses, for this run and the next", async () => {
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
  }, 60_000);

  test("a place that can't be read: it is noted and asked again in an hour; the others of its lane go on", async () => {
    const found: string[] = [];
    for (const health of stand.refusals) {
      await pool().query(`UPDATE "PlaceRead" SET "rate" = 1`);
      stand.setHealth(one, health);
      for (let i = 0; i < 2; i++) {
        await stand.pollOnce();
        stand.advance(7 * 60 * minuteMs);
      }
      expect(await healthOf(one)).toBe(health);
      found.push(stand.write(other, "post", "tidewater"));
      stand.advance(minuteMs);
      await stand.pollOnce();
      expect(await notified(), health).toEqual([...found].sort());

      stand.setHealth(one, "ok");
      stand.advance(61 * minuteMs);
      await stand.pollOnce();
      expect(await healthOf(one)).toBe("ok");
    }
  }, 90_000);

  test("a site that refuses everything: no place is given up, it is asked little, the next run goes on", async () => {
    const found: string[] = [];
    for (const { name, begin } of stand.denials) {
      found.push(...writeBoth());
      begin({});
      const during = await stand.pollOnce();
      expect(during.faults, name).toContainEqual({ unit: "site", error: "refuses everything" });
      expect(during.requests, name).toBeLessThan(8);
      expect([await healthOf(one), await healthOf(other)], name).toEqual(["ok", "ok"]);
      const waiting = await pool().query(`SELECT FROM "PlaceRead" WHERE "nextAttemptAt" IS NOT NULL`);
      expect(waiting.rowCount, name).toBe(0);

      stand.heal();
      stand.advance(minuteMs);
      expect(await stand.pollOnce(), name).toMatchObject({ notifications: 2, gaps: 0, faults: [] });
      expect(await notified(), name).toEqual([...found].sort());
      stand.advance(minuteMs);
    }
  }, 60_000);
});
