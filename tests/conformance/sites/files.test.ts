import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { placesOn } from "@/domain/reading/place";
import { pool } from "@/server/platform/database";
import { getSite } from "@/sites/registry";
import { emptyFiles } from "../../support/files";
import type { FileStand } from "./stand";
import { fileStands } from "./stands";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Each minute of an absence is a file. */
const absenceHours = Number(process.env.ABSENCE_HOURS ?? 20);

describe.each(Object.entries(fileStands))("%s, a file per minute", (id, start) => {
  let stand: FileStand;

  beforeEach(async () => {
    stand = await start();
    await pool().query(emptyFiles);
    await watch(["all"]);
    stand.write("tidewater, before the first read", { atMs: stand.now().getTime() - hourMs });
    await stand.readFor(16 * minuteMs);
    await pool().query(`TRUNCATE "Notification", "SiteCount"`);
  });
  afterEach(() => stand.close());

  const watch = async (places: string[]) =>
    createWatch(await createUser(), {
      keyword: "tidewater",
      places: placesOn(id, places),
      activeSince: stand.now(),
    });
  const notified = async (): Promise<string[]> =>
    (await pool().query(`SELECT "fullname" FROM "Notification" WHERE "site" = $1 ORDER BY 1`, [id])).rows.map(
      (row: { fullname: string }) => row.fullname,
    );
  const gaps = async () =>
    (
      await pool().query<{ place: string; items: number | null }>(
        `SELECT "place", "items" FROM "Gap" WHERE "site" = $1 ORDER BY 1`,
        [id],
      )
    ).rows;
  const counts = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (
        await pool().query<{ what: string; count: number }>(
          `SELECT "what", sum("count")::int AS count FROM "SiteCount" WHERE "site" = $1 GROUP BY 1`,
          [id],
        )
      ).rows.map(({ what, count }) => [what, count]),
    );

  test("is registered under its id, and watches can name all of it or a part", () => {
    const site = getSite(id);
    expect([site.id, stand.site.id, site.readsWhole, site.hasAll, site.hasParts]).toEqual([
      ...[id, id, true, true, "sampled"],
    ]);
    for (const place of ["all", stand.place]) {
      expect(site.isPlaceName(place)).toBe(true);
      expect(site.strippedName(` ${site.getLabel(place)} `)).toBe(place);
      expect(site.getUrl(place)).toMatch(/^https:/);
    }
    expect(site.isPlaceName("")).toBe(false);
  });

  test("finds every match once, and the list agrees with the files", async () => {
    const written = Array.from({ length: 30 }, (_, n) => stand.write(`tidewater ${n}`)).sort();
    for (let n = 0; n < 400; n += 1) stand.write(`something else ${n}`);
    await stand.readFor(80 * minuteMs);
    expect(await notified()).toEqual(written);
    expect([await gaps(), await counts()]).toEqual([[], { files: 1, articles: 430 }]);
    const { rows } = await pool().query(`SELECT FROM "ListedItem"`);
    expect(rows).toEqual([]);
    const { rows: reads } = await pool().query<{ kind: string; items: number; isRead: boolean }>(
      `SELECT "kind"::text, "itemsToday" AS items, "readAt" IS NOT NULL AS "isRead" FROM "PlaceRead" WHERE "site" = $1 ORDER BY 1`,
      [id],
    );
    expect(reads.map(({ kind, isRead }) => [kind, isRead])).toEqual([
      ["comment", true],
      ["post", true],
    ]);
  });

  test("a watch of a part only matches its items", async () => {
    await pool().query(`TRUNCATE "User" CASCADE`);
    await watch([stand.place]);
    const own = stand.write("tidewater here");
    stand.write("tidewater elsewhere", { url: "https://www.another.example/tidewater" });
    await stand.readFor(5 * minuteMs);
    expect(await notified()).toEqual([own]);
  });

  test("the same headline of several outlets within two days is one mention", async () => {
    const title = "tidewater opens a plant in every town";
    const [first, ...others] = ["a", "b", "c"].map((name) =>
      stand.write(`${title} | ${name.toUpperCase()} Post`, { url: `https://${name}-post.example/1` }),
    );
    await stand.readFor(5 * minuteMs);
    await pool().query(`UPDATE "Notification" SET "createdAt" = "createdAt" - interval '49 hours'`);
    const later = stand.write(title, { url: "https://d-post.example/1" });
    await stand.readFor(5 * minuteMs);
    const { rows } = await pool().query<{ fullname: string; isLead: boolean }>(
      `SELECT "fullname", "leadId" IS NULL AS "isLead" FROM "Notification"`,
    );
    const leads = rows.filter(({ isLead }) => isLead).map(({ fullname }) => fullname);
    expect(rows).toHaveLength(4);
    expect(leads).toHaveLength(2);
    expect(leads).toContain(later);
    expect([first, ...others].filter((one) => leads.includes(one!))).toHaveLength(1);
  });

  test("reads files that appear late, and settles minutes without one", async () => {
    stand.faults({ lateMinutes: 4 });
    const late = stand.write("tidewater, late");
    await stand.readFor(3 * minuteMs);
    expect(await notified()).toEqual([]);
    await stand.readFor(8 * minuteMs);
    expect(await notified()).toEqual([late]);
    await stand.readFor(70 * minuteMs);
    const { rows } = await pool().query<{ oldest: number }>(
      `SELECT (extract(epoch FROM $1::timestamptz) / 60 - min("number"))::int AS oldest FROM "PendingNumber"`,
      [stand.now()],
    );
    expect(rows[0]!.oldest).toBeLessThanOrEqual(62);
    expect(await gaps()).toEqual([]);
  });

  test("takes listed items from the list if they are in no file after an hour, and names the gap", async () => {
    await watch([stand.place]);
    const unfiled = stand.write("tidewater, only in the list", { isUnfiled: true });
    const filed = stand.write("tidewater, in both");
    await stand.readFor(50 * minuteMs);
    expect(new Set(await notified())).toEqual(new Set([filed]));
    await stand.readFor(20 * minuteMs);
    expect(new Set(await notified())).toEqual(new Set([filed, unfiled]));
    expect(await gaps()).toEqual([
      { place: "all", items: 1 },
      { place: stand.place, items: 1 },
    ]);
    expect(await counts()).toMatchObject({ unfiled: 1 });
  });

  test("a file that never appears is taken from the list", async () => {
    stand.faults({ neverFiles: 1 });
    const written = [stand.write("tidewater a"), stand.write("tidewater b")].sort();
    await stand.readFor(90 * minuteMs);
    expect([await notified(), await gaps()]).toEqual([written, [{ place: "all", items: 2 }]]);
  });

  test("reads a truncated file again until it is complete", async () => {
    stand.faults({ truncatedFiles: 1 });
    const written = [stand.write("tidewater a"), stand.write("tidewater b")].sort();
    await stand.readFor(4 * minuteMs);
    expect(await notified()).toEqual([]);
    stand.mend();
    await stand.readFor(20 * minuteMs);
    expect([await notified(), await gaps()]).toEqual([written, []]);
  });

  test("counts invalid lines and items without a title, and old items, and reads the rest", async () => {
    stand.faults({ badLines: 3, emptyTitles: 2 });
    const written = stand.write("tidewater, fine");
    stand.write("tidewater, three years old", { atMs: stand.now().getTime() - 3 * 365 * 24 * hourMs });
    await stand.readFor(4 * minuteMs);
    expect(await notified()).toEqual([written]);
    expect(await counts()).toMatchObject({ files: 1, articles: 1, invalid: 5, older: 1 });
  });

  test("reads by the clock if the list doesn't move, and reports the source after half an hour", async () => {
    stand.faults({ isListStuck: true });
    stand.advance(minuteMs);
    const written = stand.write("tidewater, unlisted", { isUnlisted: true });
    await stand.readFor(10 * minuteMs);
    expect(await notified()).toEqual([written]);
    await stand.readFor(25 * minuteMs);
    expect((await stand.pollOnce()).faults).toMatchObject([{ error: expect.stringMatching(/^nothing was/) }]);
    const { rows } = await pool().query(`SELECT FROM "PlaceRead" WHERE "failedSince" IS NOT NULL`);
    expect(rows).toHaveLength(2);
    stand.faults({ isListStuck: false });
    await stand.readFor(3 * minuteMs);
    expect((await pool().query(`SELECT FROM "PlaceRead" WHERE "failedSince" IS NOT NULL`)).rows).toEqual([]);
  });

  test("reads all files of an absence, up to two days back, and names the rest as a gap", async () => {
    const first = stand.write("tidewater, long ago");
    stand.advance(absenceHours * hourMs);
    const last = stand.write("tidewater, just now");
    await stand.readFor(6 * minuteMs);
    for (let turn = 0; turn < 20; turn += 1) await stand.pollOnce();
    expect([new Set(await notified()), await gaps()]).toEqual([new Set([first, last]), []]);
    stand.advance(60 * hourMs);
    await stand.pollOnce();
    expect(await gaps()).toEqual([{ place: "all", items: null }]);
  });

  test("finds everything once a trouble is over", async () => {
    for (const { name, begin } of stand.troubles) {
      const before = await notified();
      begin({});
      const written = stand.write(`tidewater during ${name}`);
      await stand.readFor(2 * minuteMs);
      stand.heal();
      await stand.readFor(9 * minuteMs);
      expect(await notified(), name).toEqual([...before, written].sort());
    }
    expect(await gaps()).toEqual([]);
  });

  test("a rate limit pauses all reads", async () => {
    for (const { name, begin } of stand.pauses) {
      begin({ times: 1 });
      expect((await stand.pollOnce({ limitMs: 1_000 })).faults.length, name).toBeGreaterThan(0);
      stand.advance(11 * minuteMs);
      await stand.readFor(3 * minuteMs);
    }
  });

  test("the read after a killed one finds every item once", async () => {
    const written = Array.from({ length: 20 }, (_, n) => stand.write(`tidewater ${n}`)).sort();
    stand.advance(4 * minuteMs);
    await stand.pollDying(0);
    expect(await notified()).toEqual([]);
    await stand.readFor(3 * minuteMs);
    expect(await notified()).toEqual(written);
  });

  test("each failure throws a SiteError of the right kind, and the next request succeeds", async () => {
    for (const { name, kind, begin } of stand.errors) {
      begin({ times: 1 });
      await expect(stand.request(), name).rejects.toMatchObject({ name: "SiteError", kind, requested: true });
      await expect(stand.request(), name).resolves.toBeDefined();
    }
  });
});
