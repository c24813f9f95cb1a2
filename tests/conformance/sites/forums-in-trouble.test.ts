import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { pool } from "@/server/platform/database";
import { startWatchedForums, type WatchedForums } from "../../support/watched-forums";

const minuteMs = 60_000;

let forums: WatchedForums;
beforeEach(async () => {
  forums = await startWatchedForums();
});
afterEach(() => forums.close());

describe("failing forums", () => {
  test.each([
    ["status 502", { mode: "json", status: 502 }, "Returned status 502", "ok"],
    ["no forum", { mode: "json", status: 404 }, "No Discourse forum at this URL", "missing"],
    [
      "a web page",
      { mode: "html", status: 200 },
      "Returned a web page; this doesn't look like a Discourse forum",
      "ok",
    ],
    ["a web page with status 403", { mode: "html", status: 403 }, "The forum blocks our requests", "ok"],
    ["status 403", { mode: "json", status: 403 }, "Only members can see its posts", "private"],
    ["an unexpected shape", { mode: "empty" }, "This doesn't look like a Discourse forum", "ok"],
    ["a truncated response", { mode: "truncated" }, "This doesn't look like a Discourse forum", "ok"],
    ["a broken connection", { mode: "cut" }, "Connection failed", "ok"],
    ["silence", { mode: "silence", waitSeconds: 30 }, "Timed out", "ok"],
    ["a rate limit", { mode: "too-many", retryAfter: 1_800 }, "Rate limited by the forum", "ok"],
    ["a rate limit without a wait time", { mode: "too-many", page: true }, "Rate limited by the forum", "ok"],
  ] as const)(
    "%s is recorded as the forum's error, the other forum is read and the run has no fault",
    async (_name, failure, reason, health) => {
      await forums.watching("harbour", "workbench");
      const before: Date = (await forums.readOf("harbour")).readAt;
      for (const name of ["harbour", "workbench"])
        forums.world.write(name, { topic: 1, text: `tidewater of ${name}` });
      forums.failures.set({ ...failure, service: "discourse", path: "^/harbour/posts" });
      expect(await forums.pollOnce()).toMatchObject({ notifications: 1, gaps: 0, faults: [] });
      const read = await forums.readOf("harbour");
      expect(read).toMatchObject({ lastError: reason, health, readAt: before, failedSince: forums.clock() });
      expect(read.nextAttemptAt.getTime() - forums.clock().getTime()).toBe(
        "retryAfter" in failure ? 30 * minuteMs : minuteMs,
      );

      forums.failures.clear();
      forums.advance(60 * minuteMs);
      await forums.pollOnce();
      expect(await forums.readOf("harbour")).toMatchObject({
        lastError: null,
        health: "ok",
        failedSince: null,
      });
      expect((await forums.texts()).toSorted()).toEqual(["tidewater of harbour", "tidewater of workbench"]);
      const { rows } = await pool().query(`SELECT "pausedUntil" FROM "Budget"`);
      expect(rows.every((row) => row.pausedUntil === null)).toBe(true);
    },
  );

  test("postpones the other forums of a host after a 429", async () => {
    await forums.watching("harbour", "boathouse");
    for (const name of ["harbour", "boathouse"] as const)
      forums.world.write(name, { topic: 1, text: `tidewater of ${name}` });
    forums.failures.set({
      mode: "too-many",
      retryAfter: 1_800,
      service: "discourse",
      path: "^/harbour/posts",
    });
    expect(await forums.pollOnce()).toMatchObject({ notifications: 0, gaps: 0, faults: [] });
    expect((await forums.readOf("boathouse")).lastError).toBe("Its host asked us to wait");
    forums.failures.clear();
    forums.advance(29 * minuteMs);
    expect(await forums.pollOnce()).toMatchObject({ requests: 0, faults: [] });
    forums.advance(2 * minuteMs);
    await forums.pollOnce();
    expect((await forums.texts()).toSorted()).toEqual(["tidewater of boathouse", "tidewater of harbour"]);
  });

  test("respects a robots.txt that forbids reading and resumes when it allows it", async () => {
    await forums.watching("harbour");
    forums.reply("tidewater");
    forums.world.known("harbour").robots = "User-agent: *\nDisallow: /posts\n";
    forums.advance(25 * 60 * minuteMs);
    expect(await forums.pollOnce()).toMatchObject({ notifications: 0, faults: [] });
    expect(await forums.readOf("harbour")).toMatchObject({
      ...{ lastError: "Blocked by its robots.txt", health: "private" },
    });
    forums.world.known("harbour").robots = null;
    forums.advance(25 * 60 * minuteMs);
    expect(await forums.pollOnce()).toMatchObject({ notifications: 1, faults: [] });
  });

  test("keeps the position of a forum that shows no posts anymore", async () => {
    await forums.watching("harbour");
    forums.world.end("harbour", 1, "private");
    expect(await forums.pollOnce()).toMatchObject({ faults: [] });
    expect(await forums.readOf("harbour")).toMatchObject({ lastError: "It no longer shows any posts" });
    expect(await forums.positionOf("harbour")).toMatchObject({ reached: 1 });
  });

  test("follows a moved forum and keeps its name", async () => {
    await forums.watching("harbour");
    forums.world.write("workbench", { topic: 1, text: "tidewater" });
    forums.world.known("harbour").movedTo = `http://localhost:${forums.forumPort}`;
    expect(await forums.pollOnce()).toMatchObject({ notifications: 1, faults: [] });
    const { rows } = await pool().query(`SELECT "fullname" FROM "Item"`);
    expect(rows).toEqual([{ fullname: "harbour.example:post:2" }]);
  });

  test("counts an attempt before the request if the last run died", async () => {
    await forums.watching("harbour");
    forums.reply("tidewater");
    const result: unknown[] = [];
    const site: typeof forums.site = {
      ...forums.site,
      fetchPosts: async (...lookup) => {
        result.push((await pool().query(`SELECT "attempts" FROM "PlaceRead" WHERE "kind" = 'post'`)).rows);
        return forums.site.fetchPosts(...lookup);
      },
    };
    expect(await forums.pollOnce({ site, followsKill: true })).toMatchObject({ notifications: 1 });
    expect(result).toEqual([[{ attempts: 1 }]]);
    const { rows } = await pool().query(`SELECT "attempts", "nextAttemptAt" FROM "PlaceRead"`);
    expect(rows).toEqual(Array(2).fill({ attempts: 0, nextAttemptAt: null }));
  });

  test("a run that ends during a request records no error for the forum", async () => {
    await forums.watching("harbour");
    forums.reply("tidewater");
    forums.failures.set({ mode: "silence", waitSeconds: 30, service: "discourse", path: "posts", count: 1 });
    expect(await forums.pollOnce({ signal: AbortSignal.timeout(100) })).toMatchObject({ faults: [] });
    expect(await forums.readOf("harbour")).toMatchObject({
      lastError: null,
      failedSince: null,
      health: "ok",
    });
    // On a slow machine the run can end before the request.
    forums.failures.clear();
    expect(await forums.pollOnce()).toMatchObject({ notifications: 1, gaps: 0, faults: [] });
  });
});

describe("deleted posts", () => {
  test.each(["deleted", "by-author", "hidden"] as const)("%s blanks the item", async (ending) => {
    await forums.watching("harbour");
    const [gone, stands] = [forums.reply("tidewater"), forums.reply("tidewater too")];
    await forums.pollOnce();
    forums.world.end("harbour", gone, ending);
    forums.advance(21 * 60 * minuteMs);
    expect(await forums.recheckOnce()).toMatchObject({ rechecked: 2, blanked: 1, faults: [] });
    const { rows } = await pool().query(`SELECT "fullname" FROM "Item" WHERE "blankedAt" IS NULL`);
    expect(rows).toEqual([{ fullname: `harbour.example:post:${stands}` }]);
  });

  test("a forum whose host returns 404 keeps its texts and doesn't block other forums", async () => {
    await forums.watching("harbour", "workbench");
    forums.reply("tidewater");
    const other = forums.world.write("workbench", { topic: 1, text: "tidewater" });
    await forums.pollOnce();
    forums.world.end("workbench", other, "deleted");
    forums.failures.set({ mode: "html", status: 404, service: "discourse", path: "^/harbour/posts" });
    forums.advance(21 * 60 * minuteMs);
    expect(await forums.recheckOnce()).toMatchObject({ rechecked: 1, blanked: 1, faults: [] });
    const { rows } = await pool().query(`SELECT "place" FROM "Item" WHERE "blankedAt" IS NOT NULL`);
    expect(rows).toEqual([{ place: "workbench.example" }]);
  });
});
