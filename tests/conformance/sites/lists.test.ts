import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { placesOn } from "@/domain/reading/place";
import { pool } from "@/server/platform/database";
import { getHealth } from "@/server/operation/health";
import { scrapeMetrics } from "@/server/operation/metrics";
import { getSite } from "@/sites/registry";
import type { ListStand } from "./stand";
import { listStands } from "./stands";

const dayMs = 24 * 3_600_000;
const unmarked = { etag: null, modified: null, movedTo: null };

describe.each(Object.entries(listStands))("%s, lists", (id, start) => {
  let stand: ListStand;
  let one: string;
  let other: string;

  beforeEach(async () => {
    stand = await start();
    [one, other] = stand.places;
    await pool().query(
      `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "ListRead", "WatchTotal" CASCADE`,
    );
    for (const place of stand.places) stand.write(place, "Hello");
    await createWatch(await createUser(), {
      keyword: "tidewater",
      places: placesOn(id, stand.places),
      activeSince: stand.now(),
    });
    await stand.pollOnce();
    stand.advance(stand.freshMs);
  });
  afterEach(() => stand.close());

  const titles = async (): Promise<string[]> =>
    (await pool().query(`SELECT "title" FROM "Item" WHERE "blankedAt" IS NULL ORDER BY "title"`)).rows.map(
      (row: { title: string }) => row.title,
    );

  test("is registered under its id and recognizes its places", () => {
    const site = getSite(id);
    expect([site.id, stand.site.id]).toEqual([id, id]);
    for (const place of stand.places) {
      expect(site.isPlaceName(place)).toBe(true);
      expect(site.strippedName(` ${place} `)).toBe(place);
      expect(place).toContain(site.getHost!(place));
      expect(place).toContain(site.getLabel(place));
    }
    expect([site.isPlaceName(""), site.isPlaceName("all"), site.hasAll]).toEqual([false, false, false]);
  });

  test("finds a list by its URL and by a page that links to it, with its content", async () => {
    const named = { place: one, items: 1, newestAt: expect.any(Date), title: expect.stringMatching(/./) };
    expect(await stand.site.findList(one)).toMatchObject(named);
    expect(await stand.site.findList(stand.getPage(one))).toMatchObject(named);
  });

  test("finds each item once, with link and text", async () => {
    for (let n = 1; n <= 20; n += 1) stand.write(n % 2 === 0 ? one : other, `tidewater ${n}`);
    stand.advance(60_000);
    expect(await stand.pollOnce()).toMatchObject({ notifications: 20, gaps: 0, faults: [] });
    stand.advance(stand.freshMs);
    expect(await stand.pollOnce()).toMatchObject({ items: 0, notifications: 0, gaps: 0, faults: [] });
    expect((await titles()).length).toBe(20);
  });

  test("the read after a killed one finds every item once", async () => {
    stand.write(one, "tidewater");
    stand.advance(60_000);
    await stand.pollDying();
    expect(await titles()).toEqual([]);
    await stand.pollOnce();
    expect(await titles()).toEqual(["tidewater"]);
  });

  test("blanks items that were deleted on the site and keeps the rest", async () => {
    const ended = Object.entries(stand.endings).map(([name, end]) => {
      const written = stand.write(one, `tidewater ${name}`);
      return () => end(one, written);
    });
    stand.write(one, "tidewater stands");
    stand.write(other, "tidewater stands, too");
    stand.advance(60_000);
    await stand.pollOnce();
    ended.forEach((end) => end());
    stand.advance(dayMs);
    const all = ended.length + 2;
    expect(await stand.recheck()).toEqual({ rechecked: all, blanked: ended.length, faults: [] });
    expect(await titles()).toEqual(["tidewater stands", "tidewater stands, too"]);
  });

  test("a failing list throws a SiteError of the right kind and doesn't affect the others", async () => {
    const found: string[] = [];
    for (const { name, kind, begin } of stand.failures) {
      begin({ place: one, times: 1 });
      await expect(stand.site.fetchList(one, unmarked), name).rejects.toMatchObject({
        ...{ name: "SiteError", kind },
        message: expect.not.stringContaining(getSite(id).getHost!(one)),
      });
      begin({ place: one });
      found.push(`tidewater beside ${name}`);
      stand.write(other, found.at(-1)!);
      stand.advance(60_000);
      expect(await stand.pollOnce(), name).toMatchObject({ notifications: 1, gaps: 0, faults: [] });
      stand.heal();
      stand.advance(dayMs + stand.freshMs);
      await stand.pollOnce();
      stand.advance(stand.freshMs);
    }
    expect(await titles()).toEqual(found.sort());
  });

  test("a list that has failed for a day doesn't degrade the health", async () => {
    const reportedFor = async () => {
      const health = await getHealth();
      const text = await (await scrapeMetrics()).text();
      const counted = [...text.matchAll(/^earshot_(reads_failing|gaps_\w+|lane_age_seconds)\b.*$/gm)];
      return { checks: [health.checks[id], health.checks.gaps], lines: counted.map(([line]) => line) };
    };
    const before = await reportedFor();
    stand.failures[0]!.begin({});
    await stand.pollOnce();
    await pool().query(
      `UPDATE "PlaceRead" SET "failedSince" = now() - interval '1 day', "readAt" = now() - interval '1 day'`,
    );
    expect((await pool().query(`SELECT FROM "PlaceRead" WHERE "failedSince" IS NOT NULL`)).rowCount).toBe(4);
    expect(await reportedFor()).toEqual(before);
    expect(before.checks).toEqual([{ ok: true }, { ok: true }]);
  });
});
