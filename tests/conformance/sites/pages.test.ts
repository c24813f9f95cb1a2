import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { placesOn } from "@/domain/reading/place";
import { pool } from "@/server/platform/database";
import type { PagedStand } from "./stand";
import { pagedStands } from "./stands";

const minuteMs = 60_000;

describe.each(Object.entries(pagedStands))("%s, place by place", (id, start) => {
  let stand: PagedStand;
  let one: string;
  let other: string;

  beforeEach(async () => {
    stand = await start();
    [one, other] = stand.places;
    await pool().query(
      `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "WatchTotal" CASCADE`,
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
    // A high rate, so it's read in a separate lane.
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
  const getHealth = async (place: string): Promise<string> =>
    (await pool().query(`SELECT "health"::text FROM "Place" WHERE "site" = $1 AND "name" = $2`, [id, place]))
      .rows[0].health;

  function writeBoth(): string[] {
    const written = [one, other].map((place) => stand.write(place, "post", "tidewater"));
    stand.advance(minuteMs);
    return written.sort();
  }

  test("a failing place keeps its position, the others are read and the run reports it", async () => {
    const found: string[] = [];
    for (const { name, begin } of stand.failures) {
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
  });

  test("an unreadable place is recorded and retried after an hour, and the other places of its lane are read", async () => {
    const found: string[] = [];
    for (const health of stand.refusals) {
      await pool().query(`UPDATE "PlaceRead" SET "rate" = 1`);
      stand.setHealth(one, health);
      for (let i = 0; i < 2; i++) {
        await stand.pollOnce();
        stand.advance(7 * 60 * minuteMs);
      }
      expect(await getHealth(one)).toBe(health);
      found.push(stand.write(other, "post", "tidewater"));
      stand.advance(minuteMs);
      await stand.pollOnce();
      expect(await notified(), health).toEqual([...found].sort());

      stand.setHealth(one, "ok");
      stand.advance(61 * minuteMs);
      await stand.pollOnce();
      expect(await getHealth(one)).toBe("ok");
    }
  });

  test("if the site refuses every request, no places are dropped and request volume is low", async () => {
    const found: string[] = [];
    for (const { name, begin } of stand.denials) {
      found.push(...writeBoth());
      begin({});
      const during = await stand.pollOnce();
      expect(during.faults, name).toContainEqual({ unit: "site", error: "rejects every request" });
      expect(during.requests, name).toBeLessThan(8);
      expect([await getHealth(one), await getHealth(other)], name).toEqual(["ok", "ok"]);
      const waiting = await pool().query(`SELECT FROM "PlaceRead" WHERE "nextAttemptAt" IS NOT NULL`);
      expect(waiting.rowCount, name).toBe(0);

      stand.heal();
      stand.advance(minuteMs);
      expect(await stand.pollOnce(), name).toMatchObject({ notifications: 2, gaps: 0, faults: [] });
      expect(await notified(), name).toEqual([...found].sort());
      stand.advance(minuteMs);
    }
  });
});
