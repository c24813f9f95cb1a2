import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { placesOn } from "@/domain/reading/place";
import { pool } from "@/server/platform/database";
import { getSite } from "@/sites/registry";
import { dyingPlaces, emptyLive, startLive, until } from "../../support/live";
import { liveStands } from "./stands";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const place = "#widgets@social.example";
const other = "#widgets@tags.example";

/** Without memory, tests wait for each effect, so all of them use the site's own stage. */
describe.each(Object.entries(liveStands))("%s, a stream without memory", (id, start) => {
  let stage: Awaited<ReturnType<typeof startLive>>;
  const open = async (...limits: Parameters<typeof start>) => {
    stage = await start(...limits);
    await pool().query(emptyLive);
    stage.advance(hourMs);
  };
  beforeEach(() => open());
  afterEach(() => stage.close());

  const watch = async (names: string[], keyword = "tidewater", expression: string | null = null) =>
    createWatch(await createUser(), {
      ...{ keyword, expression, places: placesOn(id, names), activeSince: stage.clock() },
    });
  const notified = async (): Promise<string[]> =>
    (await pool().query<{ fullname: string }>(`SELECT "fullname" FROM "Notification" ORDER BY 1`)).rows.map(
      ({ fullname }) => fullname,
    );
  const gaps = async () =>
    (
      await pool().query<{ place: string; kind: string; fromAt: Date; toAt: Date }>(
        `SELECT "place", "kind"::text, "fromAt", "toAt" FROM "Gap" ORDER BY "fromAt", 2`,
      )
    ).rows;
  const counts = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (
        await pool().query<{ what: string; count: number }>(`SELECT "what", "count" FROM "SiteCount"`)
      ).rows.map(({ what, count }) => [what, count]),
    );
  const expectMatched = (fullnames: string[]) =>
    until(async () => {
      const found = await notified();
      return fullnames.every((one) => found.includes(one));
    });
  const stored = async (fullname: string) =>
    (
      await pool().query<{ content: string; blankedAt: Date | null }>(
        `SELECT "content", "blankedAt" FROM "Item" WHERE "fullname" = $1`,
        [fullname],
      )
    ).rows[0];

  test("is registered under its id, and watches can name all of it or a hashtag", () => {
    const site = getSite(id);
    expect([site.id, site.readsWhole, site.hasAll, site.hasParts]).toEqual([id, true, true, "whole"]);
    for (const name of ["all", place]) {
      expect(site.isPlaceName(name)).toBe(true);
      expect(site.strippedName(` ${site.getLabel(name)} `)).toBe(name);
      expect(site.getUrl(name)).toMatch(/^https:/);
    }
    expect(site.strippedName("https://social.example/tags/widgets")).toBe(place);
    expect(site.isPlaceName("#widgets@elsewhere.example")).toBe(false);
    expect(site.toRefusal!("#widgets@elsewhere.example", null)).toMatch(/social\.example/);
    expect(site.isPlaceName("")).toBe(false);
  });

  test("finds every match once, also if a post is sent twice, and stores a sample", async () => {
    await watch(["all"]);
    const reader = await stage.stay();
    await stage.connected();
    const written = Array.from({ length: 20 }, (_, n) =>
      stage.world.write({ text: `tidewater ${n}`, parent: n % 2 === 0 ? undefined : "x" }),
    ).sort();
    stage.world.repeat(written[0]!);
    for (let n = 0; n < 100; n += 1) stage.world.write({ text: `something else ${n}` });
    await expectMatched(written);
    await reader.end();
    expect([await notified(), await gaps(), reader.faults]).toEqual([written, [], []]);
    const { rows } = await pool().query(
      `SELECT sum("posts")::int AS posts, sum("matches")::int AS matches FROM "StreamMinute"`,
    );
    expect(rows).toEqual([{ posts: 120, matches: 20 }]);
  });

  test("skips boosts, private posts, and authors who ask not to be indexed, and counts those", async () => {
    await watch(["all"]);
    const reader = await stage.stay();
    await stage.connected();
    const text = "tidewater";
    stage.world.write({ text, more: { reblog: { id: "1" } } });
    stage.world.write({ text, more: { visibility: "private" } });
    stage.world.write({ text, account: { noindex: true } });
    stage.world.write({ text, account: { indexable: false } });
    stage.world.write({ text, account: { note: "<p>Hi! #<span>nobot</span></p>" } });
    const kept = stage.world.write({
      text,
      account: { indexable: undefined, noindex: undefined, note: null },
    });
    await expectMatched([kept]);
    await reader.end();
    expect([await notified(), await counts()]).toEqual([[kept], { unlisted: 3 }]);
  });

  test("each interruption is a gap with its times for both kinds", async () => {
    await watch(["all"]);
    const reader = await stage.stay();
    await stage.connected();
    const first = stage.world.write({ text: "tidewater, before" });
    await expectMatched([first]);
    const from = stage.clock();
    stage.failures.set({ service: "fediverse", mode: "json", status: 503 });
    stage.fediverse.end();
    stage.advance(5 * minuteMs);
    stage.world.write({ text: "tidewater, that nobody hears" });
    stage.failures.clear();
    await stage.connected();
    const last = stage.world.write({ text: "tidewater, after" });
    await expectMatched([last]);
    await reader.end();
    expect(await notified()).toEqual([first, last].sort());
    const found = await gaps();
    expect(found.map(({ kind }) => kind)).toEqual(["comment", "post"]);
    for (const { fromAt, toAt, place: where } of found)
      expect([where, fromAt, toAt]).toEqual(["all", from, new Date(from.getTime() + 5 * minuteMs)]);
    expect(reader.faults.length).toBeGreaterThan(0);
  });

  test.each([
    ["a stream that ends", { cutAfter: 1 }, 60_000],
    ["a stream with comments but without events", { isSilent: true }, 1_500],
  ])("reconnects after %s, and names the gap", async (_name, faults, silenceMs) => {
    await stage.close();
    await open({}, { timeoutMs: 60_000, silenceMs });
    await watch(["all"]);
    Object.assign(stage.fediverse.faults, faults);
    const reader = await stage.stay();
    await stage.connected();
    const first = stage.world.write({ text: "tidewater" });
    if (!stage.fediverse.faults.isSilent) await expectMatched([first]);
    await stage.disconnected();
    stage.advance(secondMs);
    Object.assign(stage.fediverse.faults, { cutAfter: null, isSilent: false });
    await stage.connected();
    const last = stage.world.write({ text: "tidewater, after" });
    await expectMatched([last]);
    await reader.end();
    expect(await gaps()).toHaveLength(2);
  });

  test("skips and counts events that can't be parsed", async () => {
    await watch(["all"]);
    stage.fediverse.faults.garbled = 3;
    const reader = await stage.stay();
    await stage.connected();
    for (let n = 0; n < 3; n += 1) stage.world.write({ text: `tidewater ${n}` });
    const last = stage.world.write({ text: "tidewater, after" });
    await expectMatched([last]);
    await reader.end();
    expect(await notified()).toEqual([last]);
    expect(reader.faults.map(({ unit }) => unit)).toContain("posts");
  });

  test("a reader of the same process continues without a gap, another one with a gap", async () => {
    await watch(["all"]);
    const site = stage.connect();
    const one = await stage.stay(site);
    await stage.connected();
    const first = stage.world.write({ text: "tidewater 1" });
    await expectMatched([first]);
    await one.end();
    stage.advance(secondMs);
    const between = stage.world.write({ text: "tidewater 2" });
    const two = await stage.stay(site);
    await expectMatched([between]);
    await two.kill();
    expect(await gaps()).toEqual([]);
    stage.fediverse.end();
    stage.advance(secondMs);
    const three = await stage.stay();
    await stage.connected();
    const last = stage.world.write({ text: "tidewater 3" });
    await expectMatched([last]);
    await three.end();
    expect(await notified()).toEqual([first, between, last].sort());
    expect(await gaps()).toHaveLength(2);
  });

  test("a deletion blanks the item, and an edit refreshes it without an alert", async () => {
    await watch(["all"]);
    const reader = await stage.stay();
    await stage.connected();
    const [gone, edited] = [0, 1].map((n) => stage.world.write({ text: `tidewater ${n}` })) as [
      string,
      string,
    ];
    await expectMatched([gone, edited]);
    stage.world.delete(gone);
    stage.world.edit(edited, "tidewater, corrected");
    await until(async () => (await stored(gone))!.blankedAt !== null);
    await until(async () => (await stored(edited))!.content === "tidewater, corrected");
    await reader.end();
    expect(await notified()).toHaveLength(2);
  });

  test("a hashtag is read completely, page by page", async () => {
    await watch([place]);
    await stage.pollOnce();
    const written = Array.from({ length: 95 }, (_, n) => {
      stage.advance(secondMs);
      return stage.world.write({ text: `tidewater ${n}`, tags: ["widgets"] });
    });
    stage.world.write({ text: "tidewater, without the tag" });
    stage.world.write({ text: "tidewater", tags: ["widgets"], account: { noindex: true } });
    stage.advance(minuteMs);
    expect(await stage.pollOnce()).toMatchObject({ notifications: 95, gaps: 0, faults: [] });
    const ids = written.map((uri) => `${place}/${stage.world.known(uri).id}`).sort();
    expect([await notified(), await counts()]).toEqual([ids, { unlisted: 1 }]);
    expect(await stage.pollOnce()).toMatchObject({ items: 0, notifications: 0 });
  });

  test("posts that an instance receives late are found again and counted", async () => {
    await watch([other]);
    await stage.pollOnce();
    const late = stage.world.write({ text: "tidewater", tags: ["widgets"], delayMs: 4 * minuteMs });
    const later = stage.world.write({ text: "tidewater", tags: ["widgets"], delayMs: 3 * hourMs });
    stage.advance(minuteMs);
    stage.world.write({ text: "in time", tags: ["widgets"] });
    await stage.pollOnce();
    expect(await notified()).toEqual([]);
    stage.advance(10 * minuteMs);
    await stage.pollOnce();
    const nameOf = (uri: string) => `${other}/${stage.world.known(uri).id}`;
    expect([await notified(), await counts()]).toEqual([[nameOf(late)], { late: 1 }]);
    stage.advance(6 * hourMs);
    await stage.pollOnce();
    expect(await notified()).toEqual([nameOf(late), nameOf(later)].sort());
    expect(await counts()).toEqual({ late: 2 });
  });

  test("the last day is read again from where a failed attempt stopped", async () => {
    await watch([other]);
    await stage.pollOnce();
    for (let n = 0; n < 90; n += 1) stage.world.write({ text: `post ${n}`, tags: ["widgets"] });
    const late = stage.world.write({ text: "tidewater", tags: ["widgets"], delayMs: 3 * hourMs });
    stage.world.write({ text: "the last one", tags: ["widgets"] });
    stage.advance(minuteMs);
    await stage.pollOnce();
    stage.advance(6 * hourMs);
    // New posts, the last half hour, and the first of the day's three pages.
    await Promise.allSettled([stage.pollOnce({ site: dyingPlaces(stage.connect(), 3) })]);
    await pool().query(`UPDATE "PlaceRead" SET "nextAttemptAt" = NULL`);
    expect(await notified()).toEqual([]);
    expect(await stage.pollOnce()).toMatchObject({ requests: 3, notifications: 1 });
    expect(await notified()).toEqual([`${other}/${stage.world.known(late).id}`]);
  });

  test("the read after a killed one finds every post of a hashtag once", async () => {
    await watch([place]);
    await stage.pollOnce();
    for (let n = 0; n < 90; n += 1) stage.world.write({ text: `tidewater ${n}`, tags: ["widgets"] });
    stage.advance(minuteMs);
    await Promise.allSettled([stage.pollOnce({ site: dyingPlaces(stage.connect(), 1) })]);
    expect(await notified()).toHaveLength(40);
    stage.advance(minuteMs);
    await pool().query(`UPDATE "PlaceRead" SET "nextAttemptAt" = NULL`);
    await stage.pollOnce();
    expect(await notified()).toHaveLength(90);
  });

  test("checks whether an instance shows hashtags", async () => {
    const { checkPlace } = stage.connect();
    expect(await checkPlace!(place)).toMatchObject({ health: "ok" });
    for (const [access, health] of [
      ["authenticated", "private"],
      ["disabled", "private"],
      ["old", "ok"],
    ] as const) {
      stage.world.access["social.example"] = access;
      expect(await checkPlace!(place), access).toMatchObject({ health });
    }
    expect(await checkPlace!("#widgets@elsewhere.example")).toMatchObject({ health: "banned" });
    expect(getSite(id).toRefusal!(place, "private")).toMatch(/only to its members/);
  });

  test("a hashtag that is closed later is marked and read again once it's open", async () => {
    await watch([place]);
    await stage.pollOnce();
    stage.world.access["social.example"] = "authenticated";
    const written = stage.world.write({ text: "tidewater", tags: ["widgets"] });
    stage.advance(minuteMs);
    await stage.pollOnce();
    const health = async () => (await pool().query(`SELECT "health"::text FROM "Place"`)).rows;
    expect(await health()).toEqual([{ health: "private" }]);
    stage.world.access["social.example"] = "public";
    stage.advance(hourMs + minuteMs);
    await stage.pollOnce();
    expect(await notified()).toEqual([`${place}/${stage.world.known(written).id}`]);
    expect(await health()).toEqual([{ health: "ok" }]);
  });

  test("waits until the time that an instance states, and only with that instance", async () => {
    await watch([place, other]);
    await stage.pollOnce();
    const resetMs = stage.clock().getTime() + 4 * minuteMs;
    stage.fediverse.limit = { remaining: 1, resetMs };
    stage.world.write({ text: "tidewater", tags: ["widgets"] });
    stage.advance(minuteMs);
    await stage.pollOnce();
    await stage.pollOnce();
    expect(await notified()).not.toHaveLength(2);
    stage.fediverse.limit = { remaining: Infinity, resetMs: 0 };
    stage.advance(5 * minuteMs);
    await stage.pollOnce();
    expect(await notified()).toHaveLength(2);
  });

  test("blanks posts that were deleted on their instance", async () => {
    await watch([place]);
    await stage.pollOnce();
    const [gone, kept] = [0, 1].map((n) => stage.world.write({ text: `tidewater ${n}`, tags: ["widgets"] }));
    stage.advance(minuteMs);
    await stage.pollOnce();
    stage.world.delete(gone!);
    stage.advance(21 * hourMs);
    expect(await stage.recheckOnce()).toEqual({ rechecked: 2, blanked: 1, faults: [] });
    const nameOf = (uri: string) => `${place}/${stage.world.known(uri).id}`;
    expect((await stored(nameOf(gone!)))!.blankedAt).not.toBeNull();
    expect((await stored(nameOf(kept!)))!.blankedAt).toBeNull();
  });

  test("a post of the stream and of a hashtag is one mention", async () => {
    await watch(["all", place]);
    const reader = await stage.stay();
    await stage.connected();
    const written = stage.world.write({ text: "tidewater", tags: ["widgets"] });
    await expectMatched([written]);
    await reader.end();
    stage.advance(minuteMs);
    await stage.pollOnce();
    const { rows } = await pool().query(`SELECT "leadId" FROM "Notification" ORDER BY "createdAt"`);
    expect(rows.map(({ leadId }: { leadId: string | null }) => leadId === null)).toEqual([true, false]);
  });
});
