import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { pollStart } from "../../support/polling";
import { startTrackers } from "../../support/trackers";
import { getCoverage } from "@/server/coverage/coverage";
import { pool } from "@/server/platform/database";

const minuteMs = 60_000;
const place = "tidewater/app";
let stage: Awaited<ReturnType<typeof startTrackers>>;
let user: Awaited<ReturnType<typeof createUser>>;

async function start(how: Parameters<typeof startTrackers>[0] = {}) {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "TrackerRead", "TrackerOpening", "TrackerNumber", "WatchTotal" CASCADE`,
  );
  stage = await startTrackers(how);
  user = await createUser();
  await createWatch(user, { keyword: "tidewater", places: [`github:${place}`], activeSince: pollStart });
  await stage.pollOnce();
}
beforeEach(() => start());
afterEach(() => stage.close());

async function poll(ms = minuteMs) {
  stage.advance(ms);
  return stage.pollOnce();
}

async function notified(): Promise<string[]> {
  const { rows } = await pool().query<{ fullname: string }>(
    `SELECT "fullname" FROM "Notification" ORDER BY 1`,
  );
  return rows.map(({ fullname }) => fullname.replace(`github:${place}`, ""));
}

async function gaps() {
  const { places } = await getCoverage(user, stage.clock());
  return places[0]!.gaps.map(({ kind, items, reason }) => ({ kind, items, reason }));
}

describe("numbers", () => {
  test("names each missing number with its reason, hidden ones after several requests", async () => {
    const { world } = stage;
    const states = ["deleted", "transferred", "hidden"] as const;
    for (const state of states) world.end(place, Number(world.write(place, { title: "tidewater" })), state);
    world.write(place, { title: "tidewater stands" });
    expect(await poll()).toMatchObject({ notifications: 1, gaps: 2, faults: [] });
    for (let n = 0; n < 3; n += 1) await poll(11 * minuteMs);
    const reasons = (await gaps()).map(({ reason }) => reason).sort();
    expect(reasons).toEqual(["deleted", "hidden", "transferred"]);
    expect(await notified()).toEqual(["#5"]);
  });

  test("finds a number that appears late, and doesn't take it for a restart", async () => {
    const { world } = stage;
    world.write(place, { title: "tidewater late", shownInMs: 3 * minuteMs });
    world.write(place, { title: "tidewater" });
    await poll();
    for (let n = 0; n < 5; n += 1) await poll();
    expect([await notified(), await gaps()]).toEqual([["#2", "#3"], []]);
  });

  test("reads all numbers when another repository takes over the name", async () => {
    const { world } = stage;
    for (let n = 0; n < 30; n += 1) world.write(place, { title: "Hello" });
    await poll();
    world.known(place).threads = [];
    stage.advance(minuteMs);
    world.write(place, { title: "tidewater" });
    world.write(place, { title: "tidewater" });
    await poll();
    const { rows } = await pool().query(`SELECT "reached"::int FROM "TrackerRead"`);
    // Their names belong to other posts, which were read just before.
    expect([await notified(), rows, await gaps()]).toEqual([
      [],
      [{ reached: 2 }],
      [{ kind: "post", items: 2, reason: undefined }],
    ]);
    world.write(place, { title: "tidewater" });
    world.end(place, Number(world.write(place, { title: "tidewater" })), "deleted");
    world.write(place, { title: "tidewater" });
    await poll();
    expect((await gaps()).map(({ reason }) => reason)).toEqual(["deleted", undefined]);
  });

  test("follows a renamed repository without taking its issues for transferred ones", async () => {
    const { world } = stage;
    world.rename(place, "tidewater/renamed");
    world.end(place, Number(world.write(place, { title: "tidewater" })), "transferred");
    world.write(place, { title: "tidewater late", shownInMs: 30_000 });
    world.write(place, { title: "tidewater" });
    await poll(10_000);
    await poll(3 * minuteMs);
    expect([await notified(), (await gaps()).map(({ reason }) => reason)]).toEqual([
      ["#3", "#4"],
      ["transferred"],
    ]);
  });

  test("still reads its own repository after requesting a transferred issue", async () => {
    const { world, site } = stage;
    const number = Number(world.write(place, { title: "tidewater" }));
    const comment = world.comment(place, 1, { text: "Hello" });
    await poll();
    const other = world.repositories.at(-1)!.name;
    while (world.known(other).threads.length < 8) world.write(other, { title: "Hello" });
    world.end(place, number, "transferred");
    await site.fetchByFullname([`github:${place}#${number}`]);
    world.write(other, { title: "tidewater" });
    world.write(place, { title: "tidewater" });
    await poll();
    expect([await notified(), await gaps()]).toEqual([["#2", "#3"], []]);
    const named = `github:${place}:issuecomment-${comment}`;
    expect((await site.fetchByFullname([named])).statuses.get(named)).toBe("present");
  });
});

describe("comments", () => {
  test("have the title of their post, also if it is an old one", async () => {
    stage.world.comment(place, 1, { text: "tidewater" });
    await poll();
    const { rows } = await pool().query(`SELECT "title", "kind"::text FROM "Item"`);
    expect(rows).toEqual([{ title: "First steps", kind: "comment" }]);
  });

  test("that the list misses are found by the count", async () => {
    const { world } = stage;
    world.comment(place, 1, { text: "tidewater", shownInMs: 8 * minuteMs });
    await poll();
    for (let n = 0; n < 6; n += 1) await poll(3 * minuteMs);
    // Its first count is the baseline of an older post, so the next comment reveals it.
    world.comment(place, 1, { text: "hello" });
    world.endComment(place, 1, world.comment(place, 1, { text: "hello" }));
    await poll();
    await poll();
    expect(await gaps()).toEqual([]);
  });

  test("of a new post are complete by count, or a gap", async () => {
    const { world } = stage;
    const number = Number(world.write(place, { title: "Hello" }));
    await poll();
    world.comment(place, number, { text: "tidewater", shownInMs: 7 * minuteMs });
    await poll();
    for (let n = 0; n < 4; n += 1) await poll(3 * minuteMs);
    expect((await notified()).length).toBe(1);
    world.comment(place, number, { text: "tidewater", shownInMs: 5 * 60 * minuteMs });
    await poll();
    for (let n = 0; n < 6; n += 1) await poll(15 * minuteMs);
    expect(await gaps()).toEqual([{ kind: "comment", items: 1, reason: "hidden" }]);
  });

  test("on code, in discussions and their replies are read once; edits aren't new", async () => {
    const { world } = stage;
    const pull = Number(world.write(place, { is: "pull", title: "Hello" }));
    const discussion = Number(
      world.write(place, { is: "discussion", title: "tidewater", by: "helper[bot]" }),
    );
    const review = world.comment(place, pull, { is: "review", text: "tidewater" });
    const top = world.comment(place, discussion, { text: "Hello" });
    for (let n = 0; n < 120; n += 1) world.comment(place, discussion, { text: "tidewater", replyTo: top });
    await poll();
    world.edit(place, pull, "tidewater edited", review);
    await poll();
    const reported = await notified();
    expect([reported.length, new Set(reported).size]).toEqual([122, 122]);
    expect(reported).toContain(`:discussion_r-${review}`);
  });
});

test("releases are read with and without a token", async () => {
  for (const hasToken of [true, false]) {
    if (!hasToken) await stage.close().then(() => start({ hasToken }));
    stage.world.write(place, { is: "release", title: "tidewater", tag: "v2/1" });
    await poll(31 * minuteMs);
    expect(await notified()).toEqual(["@v2/1"]);
  }
});

test("without a token, finds more releases at once than their Atom feed shows", async () => {
  await stage.close().then(() => start({ hasToken: false }));
  const write = (count: number, version: number) => {
    stage.advance(minuteMs);
    for (let n = 0; n < count; n += 1)
      stage.world.write(place, { is: "release", title: "tidewater", tag: `v${version}.${n}` });
  };
  write(70, 1);
  expect(await poll(31 * minuteMs)).toMatchObject({ notifications: 70, gaps: 0, faults: [] });
  const usual = (await poll(31 * minuteMs)).requests;
  write(40, 2);
  expect(await poll(31 * minuteMs)).toMatchObject({ notifications: 40, gaps: 0, faults: [] });
  expect((await poll(31 * minuteMs)).requests).toBe(usual);
});

test("without a token, tags without a release aren't read as releases, and cost one request", async () => {
  await stage.close().then(() => start({ hasToken: false }));
  const { world } = stage;
  await poll(31 * minuteMs);
  const usual = (await poll(31 * minuteMs)).requests;
  const inFuture = { atMs: stage.clock().getTime() + 1_000 * minuteMs };
  world.write(place, { is: "tag", title: "tidewater", tag: "v1", ...inFuture });
  expect((await poll(31 * minuteMs)).requests).toBe(usual + 1);
  expect((await poll(31 * minuteMs)).requests).toBe(usual);
  world.write(place, { is: "release", title: "tidewater", tag: "v2" });
  await poll(31 * minuteMs);
  expect([await notified(), await gaps()]).toEqual([["@v2"], []]);
});

test("doesn't read a private repository, even if the token opens it", async () => {
  stage.world.known(place).isPrivate = true;
  stage.world.write(place, { title: "tidewater" });
  await poll(2 * 60 * minuteMs);
  expect(await notified()).toEqual([]);
  const { places } = await getCoverage(user, stage.clock());
  expect(places[0]).toMatchObject({
    health: "missing",
    reason: "The repository is private or doesn't exist",
  });
  expect(await stage.site.checkPlace(place)).toMatchObject({ health: "missing" });
});

test("finds no items of a private repository, even if the token opens it", async () => {
  const { world, site } = stage;
  world.create("tidewater/secret", true);
  world.write(place, { is: "discussion", title: "Hello" });
  const comment = world.comment(place, 2, { text: "Hello" });
  world.known(place).isPrivate = true;
  stage.advance(2 * 60 * minuteMs);
  const names = [`${place}#1`, `${place}#2`, `${place}#2:discussioncomment-${comment}`, "tidewater/secret#1"];
  for (const name of names) expect((await site.fetchItem!(`github:${name}`)).item).toBeNull();
  const { statuses } = await site.fetchByFullname(names.map((name) => `github:${name}`));
  expect([...statuses.values()]).toEqual(names.map(() => "deleted"));
});

test("unchanged lists cost nothing with a token", async () => {
  await poll();
  await poll();
  expect(await poll()).toMatchObject({ requests: 0, faults: [] });
});

test("matches own words only", async () => {
  for (const text of ["<!-- tidewater -->", "> tidewater", "```\ntidewater\n```"])
    stage.world.write(place, { title: "Hello", text });
  await poll();
  expect(await notified()).toEqual([]);
});
