import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { placesOn } from "@/domain/reading/place";
import { isSampled } from "@/domain/reading/stream-sample";
import { threadExpression } from "@/server/watches/followed-threads";
import { pool } from "@/server/platform/database";
import { getSite } from "@/sites/registry";
import { emptyStream } from "../../support/stream";
import { cursor, gaps, stored, notified, visible } from "../../support/stream-rows";
import type { StreamStand } from "./stand";
import { streamStands } from "./stands";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const wires = Object.entries(streamStands).flatMap(([id, stands]) =>
  Object.entries(stands).map(([wire, start]) => ({ id, wire, start })),
);

describe.each(wires)("$id, over $wire", ({ id, start }) => {
  let stand: StreamStand;
  beforeAll(async () => {
    stand = await start();
  });
  afterAll(() => stand.close());

  beforeEach(async () => {
    stand.heal();
    stand.advance(hourMs);
    await pool().query(emptyStream);
    stand.write("tidewater, long before");
    stand.advance(minuteMs);
    const places = placesOn(id, ["all"]);
    await createWatch(await createUser(), { keyword: "tidewater", places, activeSince: stand.now() });
    await stand.listenOnce();
    stand.advance(minuteMs);
  });

  test("is registered under its id, has one place, and its items name it", async () => {
    const site = getSite(id);
    expect([site.id, stand.site.id, site.readsWhole, site.hasAll]).toEqual([id, id, true, true]);
    const fullname = stand.write("tidewater");
    const { item } = await stand.site.fetchItem!(fullname);
    expect(item).toMatchObject({ fullname, site: id, kind: "post", place: "all" });
    expect(site.itemOfLink(item!.url)).toMatchObject({ fullname });
  });

  test("finds every reply of a thread once, at any depth, also after a restart", async () => {
    const root = stand.write("A thread to follow");
    stand.advance(minuteMs);
    await stand.listenOnce();
    await pool().query(`DELETE FROM "Watch"`);
    await createWatch(await createUser(), {
      ...{ keyword: "A thread", expression: threadExpression(root), places: placesOn(id, ["all"]) },
      activeSince: stand.now(),
    });
    stand.advance(minuteMs);
    const written: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      written.push(stand.write(`Reply ${n}`, { on: n % 2 === 0 ? root : written.at(-1)! }));
      stand.write(`Elsewhere ${n}`, { kind: "comment" });
      if (n % 10 !== 9) continue;
      stand.advance(minuteMs);
      await stand.listenOnce();
    }
    await stand.listenOnce();
    expect(await notified()).toEqual(written.toSorted());
  });

  test("finds every match since the start once, and stores a sample of the other posts", async () => {
    const written = Array.from({ length: 60 }, (_, n) =>
      stand.write(`tidewater ${n}`, { kind: n % 3 === 0 ? "comment" : "post" }),
    ).sort();
    const others = Array.from({ length: 900 }, (_, n) => stand.write(`something else ${n}`));
    // The sample has about one in 200, chosen by fullname, so it can be empty.
    while (others.length < 10_000 && !others.some((fullname) => isSampled(fullname)))
      others.push(stand.write("something else"));
    const posts = written.length + others.length;
    stand.advance(minuteMs);
    const result = await stand.listenOnce();
    expect(result).toMatchObject({ notifications: 60, posts, gaps: 0, faults: [] });
    expect([await notified(), await visible()]).toEqual([written, written]);
    const sampled = [...written, ...others].filter((fullname) => isSampled(fullname)).sort();
    expect(sampled.length).toBeGreaterThan(0);
    expect(await stored()).toEqual(sampled);
    const { rows } = await pool().query(
      `SELECT (SELECT count(*)::int FROM "RecentItem") AS known, sum("posts")::int AS posts, sum("matches")::int AS matches FROM "StreamMinute"`,
    );
    const known = new Set([...written, ...sampled]).size;
    expect(rows).toEqual([{ known, posts, matches: 60 }]);
    expect(await stand.listenOnce()).toMatchObject({ items: 0, notifications: 0, faults: [] });
    expect(await notified()).toEqual(written);
  });

  test("a new watch matches later posts, also in a running reader", async () => {
    stand.write("harbour bell, before");
    stand.advance(minuteMs);
    const staying = await stand.stay();
    await createWatch(await createUser(), {
      keyword: "harbour bell",
      places: placesOn(id, ["all"]),
      activeSince: stand.now(),
    });
    stand.advance(1_000);
    const matched = stand.write("harbour bell");
    await expect.poll(notified, { interval: 20 }).toEqual([matched]);
    await staying.end();
    expect(await notified()).toEqual([matched]);
  });

  test("the reader after a killed one finds every item once and skips repeated events", async () => {
    const written = Array.from({ length: 60 }, (_, n) => stand.write(`tidewater ${n}`)).sort();
    stand.advance(minuteMs);
    await stand.listenDying(0);
    expect(await notified()).toEqual([]);
    const before = await cursor();
    await stand.listenOnce();
    expect(await notified()).toEqual(written);
    // Deleted by its user and on the site: a repeated event must not restore it.
    await pool().query(
      `UPDATE "Notification" SET "deletedAt" = now(), "keyword" = '' WHERE "fullname" = $1`,
      [written[0]],
    );
    stand.delete(written[1]!);
    stand.advance(1_000);
    await stand.listenOnce();
    await pool().query(`UPDATE "Stream" SET "cursor" = $1`, [before]);
    expect(await stand.listenOnce()).toMatchObject({ posts: 60, items: 0, notifications: 0 });
    expect([await notified(), await visible()]).toEqual([written, written.filter((_, n) => n !== 1)]);
  });

  test("an edit creates no alert, deletions blank items, and items deleted before they were read are ignored", async () => {
    const plain = stand.write("something else");
    const [retained, gone, never] = ["one", "two", "three"].map((words) => stand.write(`tidewater ${words}`));
    stand.delete(never!);
    stand.advance(1_000);
    await stand.listenOnce();
    stand.edit(plain, "tidewater, added later");
    stand.edit(retained!, "tidewater, in other words");
    stand.delete(gone!);
    stand.advance(1_000);
    expect(await stand.listenOnce()).toMatchObject({ blanked: 1, notifications: 0 });
    expect([await notified(), await visible()]).toEqual([[retained, gone].sort(), [retained]]);
  });

  test("a stored sample is deleted with its post and with its account", async () => {
    const samples: string[] = [];
    for (let n = 0; samples.length < 3; n += 1) {
      const fullname = stand.write(`something else ${n}`, { by: samples.length < 2 ? "one" : "two" });
      if (isSampled(fullname)) samples.push(fullname);
    }
    stand.advance(1_000);
    await stand.listenOnce();
    expect(await stored()).toEqual(samples.toSorted());
    stand.delete(samples[0]!);
    stand.advance(1_000);
    await stand.listenOnce();
    expect(await stored()).toEqual(samples.slice(1).sort());
    Object.values(stand.ends)[0]!("one");
    stand.advance(1_000);
    await stand.listenOnce();
    expect(await stored()).toEqual([samples[2]]);
    stand.comesBack("one");
  });

  test("a removed account's items are deleted, but not other items or its later ones", async () => {
    const others = stand.write("tidewater stays", { by: "somebody" });
    const later: string[] = [];
    for (const [name, end] of Object.entries(stand.ends)) {
      const own = [1, 2].map((n) => stand.write(`tidewater ${name} ${n}`, { by: name }));
      stand.advance(1_000);
      await stand.listenOnce();
      const before = await cursor();
      end(name);
      stand.advance(1_000);
      expect(await stand.listenOnce(), name).toMatchObject({ blanked: own.length });
      stand.comesBack(name);
      stand.advance(1_000);
      later.push(stand.write(`tidewater ${name} again`, { by: name }));
      stand.advance(1_000);
      await stand.listenOnce();
      await pool().query(`UPDATE "Stream" SET "cursor" = $1`, [before]);
      await stand.listenOnce();
      expect(await visible(), name).toEqual([others, ...later].sort());
    }
  });

  test("the daily check finds deleted posts and removed accounts without an event", async () => {
    const [stays, gone] = ["stays", "goes"].map((words) => stand.write(`tidewater ${words}`));
    stand.write("tidewater too", { by: "leaver" });
    stand.advance(1_000);
    await stand.listenOnce();
    stand.delete(gone!);
    Object.values(stand.ends)[1]!("leaver");
    stand.advance(21 * hourMs);
    expect(await stand.recheck()).toEqual({ rechecked: 3, blanked: 2, faults: [] });
    expect(await visible()).toEqual([stays]);
    stand.comesBack("leaver");
  });

  test("each connection failure is reported without lost or duplicate posts", async () => {
    const written: string[] = [];
    for (const { name, begin } of stand.failures) {
      written.push(...Array.from({ length: 5 }, (_, n) => stand.write(`tidewater ${name} ${n}`)));
      stand.advance(1_000);
      begin();
      const troubled = await stand.stay();
      await expect.poll(() => troubled.faults.length, { message: name, interval: 20 }).toBeGreaterThan(0);
      await troubled.end();
      stand.heal();
      stand.advance(10 * minuteMs);
      await pool().query(`UPDATE "Budget" SET "pausedUntil" = NULL, "failures" = 0`);
      await stand.listenOnce();
      expect(await notified(), name).toEqual(written.toSorted());
    }
    expect(await gaps()).toEqual([]);
  });

  test("if a host disappears, the reader switches to the other one with a small overlap", async () => {
    const staying = await stand.stay();
    const written = [stand.write("tidewater one")];
    await expect.poll(notified, { interval: 20 }).toEqual(written);
    stand.loseHost();
    stand.advance(1_000);
    written.push(stand.write("tidewater two"));
    await expect.poll(notified, { interval: 20 }).toEqual(written.toSorted());
    await staying.end();
    expect([await notified(), await gaps()]).toEqual([written.toSorted(), []]);
    expect(staying.faults.length).toBeGreaterThan(0);
  });

  test("a cursor that is too old creates one gap for both kinds", async () => {
    const from = (await pool().query<{ at: Date }>(`SELECT "at" FROM "Stream"`)).rows[0]!.at;
    stand.write("tidewater, that nobody hears");
    stand.advance(2 * hourMs);
    const matched = stand.write("tidewater, in time");
    stand.advance(minuteMs);
    stand.keepOnly(hourMs);
    expect(await stand.listenOnce()).toMatchObject({ gaps: 2, notifications: 1 });
    expect(await stand.listenOnce()).toMatchObject({ gaps: 0 });
    expect(await notified()).toEqual([matched]);
    const found = await gaps();
    expect(found.map(({ kind }) => kind)).toEqual(["comment", "post"]);
    for (const { fromAt, toAt } of found) {
      expect(Math.abs(fromAt.getTime() - from.getTime())).toBeLessThan(10_000);
      expect(toAt.getTime()).toBeLessThan(stand.now().getTime());
    }
  });

  test("a late first connection starts at the activation and records a gap for deleted events", async () => {
    await pool().query(`DELETE FROM "Stream"`);
    const activeSince = new Date(stand.now().getTime() - minuteMs);
    stand.write("tidewater, deleted from the stream");
    stand.advance(2 * hourMs);
    const matched = stand.write("tidewater, still there");
    stand.advance(minuteMs);
    stand.keepOnly(hourMs);
    expect(await stand.listenOnce()).toMatchObject({ gaps: 2, notifications: 1 });
    expect(await notified()).toEqual([matched]);
    for (const { fromAt } of await gaps())
      expect(Math.abs(fromAt.getTime() - activeSince.getTime())).toBeLessThan(10_000);
  });

  test("a match shows the author's name, or the account id if the name is unknown", async () => {
    const named = stand.write("tidewater", { by: "anna" });
    stand.advance(1_000);
    await stand.listenOnce();
    stand.loseNames();
    const unnamed = stand.write("tidewater", { by: "berta" });
    stand.advance(1_000);
    const { faults } = await stand.listenOnce();
    expect(faults.map(({ unit }) => unit)).toEqual(["names"]);
    const { rows } = await pool().query(`SELECT "fullname", "author" FROM "Item" ORDER BY "storedAt"`);
    expect(rows).toEqual([
      { fullname: named, author: stand.nameOf("anna") },
      { fullname: unnamed, author: stand.getId("berta") },
    ]);
  });

  test("an old post doesn't create an alert when its event arrives, but a future date does", async () => {
    stand.write("tidewater, brought along", {
      writtenAt: new Date(stand.now().getTime() - 400 * 24 * hourMs),
    });
    const ahead = stand.write("tidewater, ahead", { writtenAt: new Date(stand.now().getTime() + hourMs) });
    stand.advance(1_000);
    await stand.listenOnce();
    expect(await notified()).toEqual([ahead]);
  });
});
