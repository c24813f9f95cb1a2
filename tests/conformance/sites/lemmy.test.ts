import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { lemmyHosts, startLemmySandbox } from "../../support/lemmy";
import { placesOn } from "@/domain/reading/place";
import { pool } from "@/server/platform/database";

const minuteMs = 60_000;
const host = lemmyHosts.tidepool;

let stage: Awaited<ReturnType<typeof startLemmySandbox>>;
beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "WalkRead", "WatchTotal" CASCADE`,
  );
  stage = await startLemmySandbox();
});
afterEach(() => stage.close());

async function watching(...places: string[]): Promise<void> {
  await createWatch(await createUser(), {
    ...{ keyword: "tidewater", places: placesOn("lemmy", places), activeSince: stage.clock() },
  });
  await stage.pollOnce();
  stage.advance(minuteMs);
}
/** Polls every minute. Returns the number of new items. */
async function reading(minutes: number): Promise<number> {
  let items = 0;
  for (let n = 0; n < minutes; n += 1) {
    stage.advance(minuteMs);
    items += (await stage.pollOnce()).items;
  }
  return items;
}
const column = async (text: string): Promise<unknown[]> =>
  (await pool().query<{ value: unknown }>(text)).rows.map(({ value }) => value);
const notified = () => column(`SELECT "fullname" AS value FROM "Notification" ORDER BY "fullname"`);
const readOf = async (place: string) =>
  (
    await pool().query(
      `SELECT r."lastError", s."health"::text FROM "PlaceRead" r JOIN "Place" s ON s."site" = r."site" AND s."name" = r."place"
       WHERE r."place" = $1 AND r."kind" = 'post'`,
      [place],
    )
  ).rows[0];

describe("reading Lemmy", () => {
  test("counts each item once, also in an instance with more than 5,000 a day", async () => {
    await watching(host);
    await pool().query(
      `INSERT INTO "RecentItem" ("fullname", "kind", "site", "place", "createdAt", "seenAt", "forgetAt")
       SELECT 'lemmy:earlier-' || n, 'post', 'lemmy', $1, $2::timestamptz, $2, $2::timestamptz + interval '9 days'
       FROM generate_series(1, 5000) n`,
      [host, stage.clock()],
    );
    for (let n = 0; n < 3; n += 1) stage.world.write("tidepool", { title: `Ordinary ${n}` });
    expect(await reading(5)).toBe(3);
  });

  test("finds posts and comments of an instance and a community with one set of requests", async () => {
    await watching(host, `music@${host}`);
    const post = stage.world.write("tidepool", {
      title: "A tidewater song",
      community: "music",
      url: "https://example.com/a",
    });
    const comment = stage.world.write("tidepool", {
      post,
      text: "::: spoiler What\n_tidewater_\n:::",
      isBot: true,
    });
    stage.world.write("tidepool", { title: "Other tidewater", community: "selfhosted" });
    const before = stage.lemmy.requested.length;
    await reading(1);
    expect(stage.lemmy.requested.length - before).toBe(4);
    expect(await notified()).toHaveLength(5);
    const { rows } = await pool().query(`SELECT * FROM "Item" WHERE "place" = $1 ORDER BY "kind"`, [
      `music@${host}`,
    ]);
    expect(rows).toMatchObject([
      {
        kind: "post",
        title: "A tidewater song",
        content: "https://example.com/a",
        url: `https://${host}/post/${post}`,
      },
      {
        kind: "comment",
        title: "A tidewater song",
        content: "What\n\n_tidewater_",
        url: `https://${host}/comment/${comment}`,
      },
    ]);
  });

  test.each(["1.0", "1.0-only", "piefed"] as const)("reads many pages of version %s", async (version) => {
    stage.world.known("tidepool").version = version;
    await watching(host);
    const posts = Array.from({ length: 230 }, (_, n) =>
      stage.world.write("tidepool", { title: `tidewater ${n}` }),
    );
    const comment = stage.world.write("tidepool", { post: posts[0], text: "tidewater" });
    await reading(1);
    expect(await notified()).toEqual(
      [...posts.map((id) => `${host}:p:${id}`), `${host}:c:${comment}`].sort(),
    );
  });

  test("reads an instance without a description of its software", async () => {
    stage.world.known("tidepool").hasNodeInfo = false;
    await watching(host);
    stage.world.write("tidepool", { title: "tidewater" });
    await reading(1);
    expect(await notified()).toHaveLength(1);
  });

  test("finds a post that arrives late in the middle of the list", async () => {
    await watching(host);
    await reading(5);
    const late = stage.world.write("tidepool", {
      title: "tidewater, late",
      publishedMs: stage.clock().getTime() - 4 * minuteMs,
    });
    for (let n = 0; n < 200; n += 1) stage.world.write("tidepool", { title: "something" });
    await reading(3);
    expect(await notified()).toEqual([`${host}:p:${late}`]);
  });

  test.each(["tidepool", "reef"] as const)(
    "looks up missing ids of %s three times and counts those that aren't public",
    async (name) => {
      await watching(lemmyHosts[name]);
      for (const state of ["private", "live", "purged", "live"] as const)
        stage.world.write(name, { title: "tidewater", state });
      const before = stage.lemmy.requested.length;
      await reading(90);
      const lookUps = stage.lemmy.requested.slice(before).filter(({ path }) => path.includes("post?id="));
      expect(lookUps).toHaveLength(6);
      expect(await column(`SELECT "hidden"::int AS value FROM "WalkRead"`)).toEqual([2]);
      expect(await column(`SELECT "id" AS value FROM "Gap"`)).toEqual([]);
      expect(await notified()).toHaveLength(2);
    },
  );

  test.each(["tidepool", "reef"] as const)("recognizes purged and hidden posts of %s", async (name) => {
    const fullnames = (["live", "purged", "private"] as const).map(
      (state) => `${lemmyHosts[name]}:p:${stage.world.write(name, { title: "tidewater", state })}`,
    );
    const { statuses } = await stage.site.fetchByFullname(fullnames);
    expect(fullnames.map((fullname) => statuses.get(fullname))).toEqual(["present", "deleted", "deleted"]);
  });

  test.each([
    ["json", 500],
    ["html", 404],
    ["html", 403],
  ] as const)("names an id as a gap if all its lookups fail with %s and status %i", async (mode, status) => {
    await watching(host, `music@${host}`);
    stage.world.write("tidepool", { title: "tidewater", state: "private" });
    stage.world.write("tidepool", { title: "tidewater" });
    stage.failures.set({ mode, status, service: "lemmy", path: "/tidepool/api/v[34]/post$" });
    await reading(240);
    const { rows } = await pool().query(`SELECT "place", "kind"::text, "items" FROM "Gap" ORDER BY "place"`);
    expect(rows).toEqual([
      { place: `music@${host}`, kind: "post", items: null },
      { place: host, kind: "post", items: 1 },
    ]);
    expect(await readOf(host)).toEqual({ lastError: null, health: "ok" });
  });

  test.each([
    ["a private instance", { isPrivate: true }, "Only members can see its posts", "private"],
    ["a robots.txt", { robots: "User-agent: *\nDisallow: /api" }, "Blocked by its robots.txt", "private"],
  ])("%s is recorded as the instance's error", async (_name, change, lastError, health) => {
    await watching(host);
    Object.assign(stage.world.known("tidepool"), change);
    stage.advance(25 * 60 * minuteMs);
    expect(await stage.pollOnce()).toMatchObject({ faults: [] });
    expect(await readOf(host)).toEqual({ lastError, health });
    Object.assign(stage.world.known("tidepool"), { isPrivate: false, robots: null });
    const written = stage.world.write("tidepool", { title: "tidewater" });
    stage.advance(25 * 60 * minuteMs);
    await stage.pollOnce();
    expect(await notified()).toEqual([`${host}:p:${written}`]);
    expect(await readOf(host)).toEqual({ lastError: null, health: "ok" });
  });

  test("starts over if an instance is watched again", async () => {
    await watching(host);
    await pool().query(`UPDATE "Watch" SET "isActive" = false`);
    await stage.pollOnce();
    expect(await column(`SELECT "source" AS value FROM "WalkRead"`)).toEqual([]);
    stage.world.write("tidepool", { title: "tidewater, meanwhile" });
    stage.advance(90 * minuteMs);
    await watching(host);
    stage.world.write("tidepool", { title: "tidewater, now" });
    await reading(1);
    expect(await notified()).toHaveLength(1);
  });
});

describe("finding places of Lemmy", () => {
  const find = (address: string) => stage.site.findList!(address);

  test.each([
    ["an instance", `https://${host}/`, host],
    ["a community", `https://${host}/c/music`, `music@${host}`],
    ["a community by name", `!music@${host}`, `music@${host}`],
    ["a community on another instance", `https://${lemmyHosts.reef}/c/music@${host}`, `music@${host}`],
    ["a post", `https://${host}/post/1`, host],
  ])("%s", async (_name, address, place) => {
    stage.world.write("tidepool", { title: "A song", community: "music" });
    expect(await find(address)).toMatchObject({ place, title: null });
  });

  test("follows a community to its home", async () => {
    stage.world.write("reef", { title: "A song", community: "music" });
    stage.world.known("tidepool").homes.set("music", lemmyHosts.reef);
    expect(await find(`music@${host}`)).toMatchObject({ place: `music@${lemmyHosts.reef}`, items: 1 });
  });

  test.each([
    ["an unknown community", {}, `nosuch@${host}`, `!nosuch@${host} doesn't exist`, true],
    ["a private instance", { isPrivate: true }, host, "Only members can see its posts", true],
    ["other software", { version: "mbin" }, host, "This is mbin, not Lemmy or PieFed", false],
  ])("%s can't be added", async (_name, change, address, reason, isThere) => {
    Object.assign(stage.world.known("tidepool"), change);
    expect(await find(address)).toEqual({ reason, isThere });
  });
});
