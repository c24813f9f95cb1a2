import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { placesOn } from "@/domain/reading/place";
import { SiteError } from "@/domain/reading/site-error";
import { pool } from "@/server/platform/database";
import { startLists } from "../../support/lists";

const minuteMs = 60_000;
type Lists = Awaited<ReturnType<typeof startLists>>;

let lists: Lists;
beforeEach(async () => {
  lists = await startLists();
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "ListRead", "WatchTotal" CASCADE`,
  );
});
afterEach(() => lists.close());

async function watching(names: readonly string[]): Promise<void> {
  await createWatch(await createUser(), {
    keyword: "tidewater",
    places: placesOn("feeds", names.map(lists.placeNamed)),
    activeSince: lists.clock(),
  });
  for (const name of names) lists.world.write(name, { title: "Nothing of interest" });
  await lists.pollOnce();
  lists.advance(6 * minuteMs);
}

const titles = async (): Promise<string[]> =>
  (await pool().query(`SELECT "title" FROM "Item" ORDER BY "title"`)).rows.map(
    (row: { title: string }) => row.title,
  );
const readOf = async (name: string) =>
  (
    await pool().query(
      `SELECT r.*, s."health"::text FROM "PlaceRead" r JOIN "Place" s ON s."site" = r."site" AND s."name" = r."place"
       WHERE r."place" = $1 AND r."kind" = 'post'`,
      [lists.placeNamed(name)],
    )
  ).rows[0];

describe("feed reading", () => {
  test.each(["tidings", "ledger", "kettle"])(
    "finds each entry of %s once, with its text and URL",
    async (name) => {
      lists.world.write(name, { title: "Before: tidewater" });
      lists.advance(minuteMs);
      await watching([name]);
      const id = lists.world.write(name, { title: "A <b> tidewater & more", text: "Its whole text" });
      lists.advance(minuteMs);
      expect(await lists.pollOnce()).toMatchObject({ items: 1, notifications: 1, gaps: 0, faults: [] });
      const { rows } = await pool().query(`SELECT * FROM "Item"`);
      expect(rows).toMatchObject([
        {
          ...{ site: "feeds", kind: "post", place: lists.placeNamed(name), content: "Its whole text" },
          url: `${lists.sandbox.url}/feeds/${name}/${id}`,
          fullname: expect.stringMatching(/^feed:[\da-f]{64}$/),
        },
      ]);
      lists.advance(6 * minuteMs);
      expect(await lists.pollOnce()).toMatchObject({ items: 0, notifications: 0, gaps: 0, faults: [] });
    },
  );

  test("respects max-age and sends conditional requests", async () => {
    await watching(["tidings"]);
    const requested = () => lists.feeds.requested.get("tidings")!;
    expect(requested()).toEqual({ times: 1, whole: 1 });
    await lists.pollOnce();
    expect(requested()).toEqual({ times: 2, whole: 1 });
    lists.advance(4 * minuteMs);
    expect(await lists.pollOnce()).toMatchObject({ requests: 0, faults: [] });
    expect(requested().times).toBe(2);
    lists.world.find("tidings")!.maxAge = 3_600;
    lists.world.write("tidings", { title: "More" });
    lists.advance(2 * minuteMs);
    await lists.pollOnce();
    lists.advance(30 * minuteMs);
    await lists.pollOnce();
    expect(requested()).toEqual({ times: 3, whole: 2 });
    expect((await readOf("tidings")).readAt).toEqual(new Date(lists.clock().getTime() - 30 * minuteMs));
  });

  test("records a gap if the list was completely replaced, and finds the entries it shows", async () => {
    lists.world.find("tidings")!.shows = 3;
    await watching(["tidings"]);
    const before: Date = (await readOf("tidings")).readAt;
    for (let n = 1; n <= 5; n += 1) lists.world.write("tidings", { title: `tidewater ${n}` });
    lists.advance(6 * minuteMs);
    expect(await lists.pollOnce()).toMatchObject({ notifications: 3, gaps: 1, faults: [] });
    expect(await titles()).toEqual(["tidewater 3", "tidewater 4", "tidewater 5"]);
    const { rows } = await pool().query(`SELECT "place", "kind", "fromAt" FROM "Gap"`);
    expect(rows).toEqual([{ place: lists.placeNamed("tidings"), kind: "post", fromAt: before }]);
  });

  test.each([true, false])(
    "does not alert about old entries if a feed changes all ids (with times: %s)",
    async (isDated) => {
      Object.assign(lists.world.find("ledger")!, { isDated });
      for (let n = 1; n <= 20; n += 1) lists.world.write("ledger", { title: `tidewater ${n}` });
      lists.advance(minuteMs);
      await watching(["ledger"]);
      lists.world.find("ledger")!.era = 1;
      expect(await lists.pollOnce()).toMatchObject({ items: 0, notifications: 0, gaps: 0 });
      lists.world.write("ledger", { title: "tidewater, new" });
      lists.advance(6 * minuteMs);
      expect(await lists.pollOnce()).toMatchObject({ items: 1, notifications: 1, gaps: 0 });
      expect(await titles()).toEqual(["tidewater, new"]);
    },
  );

  test("repeats a killed read without duplicate notifications", async () => {
    await watching(["tidings"]);
    lists.world.write("tidings", { title: "tidewater" });
    lists.advance(minuteMs);
    const fetchList: typeof lists.site.fetchList = async (place, marks) => {
      await lists.site.fetchList(place, marks);
      throw new Error("killed");
    };
    const died = await lists.pollOnce({ site: { ...lists.site, fetchList } });
    expect(died).toMatchObject({ notifications: 0, faults: [{ unit: "a list" }] });
    expect(await lists.pollOnce()).toMatchObject({ notifications: 1, gaps: 0, faults: [] });
  });

  test.each([
    ["status 500", { mode: "json", status: 500 }, "Returned status 500", "ok"],
    ["a web page", { mode: "html", status: 200 }, "This is a web page, not a feed", "ok"],
    ["a broken connection", { mode: "cut" }, "Connection failed", "ok"],
    ["silence", { mode: "silence", waitSeconds: 4 }, "Timed out", "ok"],
    ["status 410", { mode: "json", status: 410 }, "The feed no longer exists", "missing"],
    ["status 403", { mode: "json", status: 403 }, "Returned status 403", "private"],
  ] as const)(
    "%s of one feed: records the reason, reads the others and reports no run fault",
    async (_name, failure, reason, health) => {
      await watching(["tidings", "ledger"]);
      const before: Date = (await readOf("tidings")).readAt;
      for (const name of ["tidings", "ledger"]) lists.world.write(name, { title: `tidewater of ${name}` });
      lists.failures.set({ ...failure, service: "feeds", path: "tidings/feed" });
      expect(await lists.pollOnce()).toMatchObject({ notifications: 1, gaps: 0, faults: [] });
      const read = await readOf("tidings");
      expect(read).toMatchObject({ lastError: reason, health, readAt: before });
      expect(read.failedSince).toEqual(lists.clock());
      lists.advance(minuteMs);
      expect(await lists.pollOnce()).toMatchObject({ requests: 0 });

      lists.failures.clear();
      lists.advance(25 * 60 * minuteMs);
      await lists.pollOnce();
      expect(await readOf("tidings")).toMatchObject({ lastError: null, health: "ok", failedSince: null });
      expect(await titles()).toEqual(["tidewater of ledger", "tidewater of tidings"]);
      const { rows } = await pool().query(`SELECT "pausedUntil" FROM "Budget"`);
      expect(rows.every((row) => row.pausedUntil === null)).toBe(true);
    },
  );

  test("delays a feed that crashes the process and reads the others", async () => {
    await watching(["tidings", "ledger"]);
    for (const name of ["tidings", "ledger"]) lists.world.write(name, { title: `tidewater of ${name}` });
    lists.advance(minuteMs);
    let isReached = () => {};
    const reached = new Promise<void>((resolve) => (isReached = resolve));
    const fetchList: typeof lists.site.fetchList = (place, marks) => {
      if (place !== lists.placeNamed("tidings")) return lists.site.fetchList(place, marks);
      isReached();
      return new Promise<never>(() => {});
    };
    // Never settles, as if the process had crashed.
    void lists.pollOnce({ site: { ...lists.site, fetchList }, followsKill: true });
    await reached;
    await expect.poll(async () => (await readOf("tidings")).attempts).toBe(1);
    expect(await lists.pollOnce({ followsKill: true })).toMatchObject({ gaps: 0, faults: [] });
    expect(await titles()).toEqual(["tidewater of ledger"]);
    lists.advance(10 * minuteMs);
    expect(await lists.pollOnce()).toMatchObject({ notifications: 1, faults: [] });
    expect(await readOf("tidings")).toMatchObject({ attempts: 0, nextAttemptAt: null });
  });

  test("leaves the other lists of a host to the next run after several timeouts", async () => {
    const names = Array.from({ length: 7 }, (_, n) => `quiet${n}`);
    names.forEach((name) => lists.world.open(name));
    await watching(names);
    const requested: string[] = [];
    const fetchList: typeof lists.site.fetchList = (place) => {
      requested.push(place);
      throw new SiteError("unavailable", "Timed out", { reason: "timeout" });
    };
    lists.advance(16 * minuteMs);
    await lists.pollOnce({ site: { ...lists.site, fetchList } });
    expect(requested.length).toBe(5);
    await lists.pollOnce({ site: { ...lists.site, fetchList } });
    expect(new Set(requested).size).toBe(7);
  });

  test("postpones the other lists of a host after a 429", async () => {
    const names = ["busy0", "busy1", "busy2", "busy3"];
    names.forEach((name) => lists.world.open(name));
    await watching(names);
    let requests = 0;
    const fetchList: typeof lists.site.fetchList = (place, marks) => {
      requests += 1;
      if (requests < 2) return lists.site.fetchList(place, marks);
      throw new SiteError("rate-limited", "Returned status 429", { retryAfterMs: 30 * minuteMs });
    };
    lists.advance(16 * minuteMs);
    for (let n = 0; n < 2; n += 1) await lists.pollOnce({ site: { ...lists.site, fetchList } });
    expect(requests).toBe(2);
    const errors = await Promise.all(names.map(async (name) => (await readOf(name)).lastError));
    expect(errors.toSorted()).toEqual([
      ...["Its host asked us to wait", "Its host asked us to wait", "Returned status 429"],
      null,
    ]);
    for (const name of names) lists.world.write(name, { title: `tidewater of ${name}` });
    lists.advance(31 * minuteMs);
    expect(await lists.pollOnce()).toMatchObject({ notifications: 4, gaps: 0, faults: [] });
    expect(await readOf("busy3")).toMatchObject({ lastError: null, failedSince: null });
  });

  test("reads the other lists of a host first if only one is refused", async () => {
    const names = ["busy0", "busy1", "busy2"];
    names.forEach((name) => lists.world.open(name));
    await watching(names);
    for (const name of names) lists.world.write(name, { title: `tidewater of ${name}` });
    const fetchList: typeof lists.site.fetchList = (place, marks) => {
      if (place !== lists.placeNamed("busy0")) return lists.site.fetchList(place, marks);
      throw new SiteError("rate-limited", "Returned status 429", { retryAfterMs: 60 * minuteMs });
    };
    for (let n = 0; n < 2; n += 1) {
      lists.advance(61 * minuteMs);
      await lists.pollOnce({ site: { ...lists.site, fetchList } });
    }
    expect(await titles()).toEqual(["tidewater of busy1", "tidewater of busy2"]);
  });

  test("records no failure if the run ends during a request", async () => {
    await watching(["tidings"]);
    lists.world.write("tidings", { title: "tidewater" });
    lists.failures.set({
      mode: "silence",
      waitSeconds: 30,
      service: "feeds",
      path: "tidings/feed",
      count: 1,
    });
    const ended = await lists.pollOnce({ signal: AbortSignal.timeout(100) });
    expect(ended).toMatchObject({ notifications: 0, gaps: 0, faults: [] });
    expect(await readOf("tidings")).toMatchObject({ lastError: null, failedSince: null, health: "ok" });
    lists.failures.clear();
    expect(await lists.pollOnce()).toMatchObject({ notifications: 1, gaps: 0, faults: [] });
  });

  test("starts from scratch when an unwatched feed is watched again", async () => {
    await watching(["tidings"]);
    await pool().query(`UPDATE "Watch" SET "isActive" = false`);
    await lists.pollOnce();
    expect((await pool().query(`SELECT FROM "ListRead"`)).rowCount).toBe(0);
    lists.world.write("tidings", { title: "tidewater, meanwhile" });
    lists.advance(6 * minuteMs);
    await watching(["tidings"]);
    expect(await lists.pollOnce()).toMatchObject({ notifications: 0, gaps: 0 });
    lists.world.write("tidings", { title: "tidewater, now" });
    lists.advance(6 * minuteMs);
    expect(await lists.pollOnce()).toMatchObject({ notifications: 1, gaps: 0 });
    expect(await titles()).toEqual(["tidewater, now"]);
  });
});
