import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { startStackExchangeSandbox } from "../../support/stackexchange";
import { placesOn } from "@/domain/reading/place";
import { pool } from "@/server/platform/database";

const minuteMs = 60_000;
type Stage = Awaited<ReturnType<typeof startStackExchangeSandbox>>;

/** The line that the license of the texts requires. */
const attribution =
  "\n\n[ada](https://stackoverflow.com/users/1) on Stack Exchange, [CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/)";

let stage: Stage;
async function start(how: Parameters<typeof startStackExchangeSandbox>[0] = {}): Promise<void> {
  await stage?.close();
  stage = await startStackExchangeSandbox(how);
}
beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "WalkRead", "WatchTotal" CASCADE`,
  );
  stage = await startStackExchangeSandbox();
});
afterEach(() => stage.close());

async function watching(...places: string[]): Promise<void> {
  const activeSince = stage.clock();
  await createWatch(await createUser(), {
    ...{ keyword: "tidewater", places: placesOn("stackexchange", places), activeSince },
  });
  await stage.pollOnce();
  stage.advance(minuteMs);
}
/** Polls once a minute. */
async function reading(minutes: number): Promise<void> {
  for (let n = 0; n < minutes; n += 1) {
    stage.advance(minuteMs);
    await stage.pollOnce();
  }
}
const column = async (text: string): Promise<unknown[]> =>
  (await pool().query<{ value: unknown }>(text)).rows.map(({ value }) => value);
const notified = () => column(`SELECT "fullname" AS value FROM "Notification" ORDER BY "fullname"`);

describe("reading Stack Exchange", () => {
  test("finds questions, answers and comments of a site and a tag with one set of requests", async () => {
    await watching("stackoverflow", "stackoverflow/rust", "stackoverflow/c++");
    const rust = stage.world.write({ title: "A tidewater question", tags: ["rust"], text: "<b>How?</b>" });
    const other = stage.world.write({ title: "Another", tags: ["c++"] });
    const answer = stage.world.write({ question: rust, text: "Use tidewater" });
    const comment = stage.world.write({ post: answer, text: "tidewater, really?" });
    const elsewhere = stage.world.write({ post: other, text: "not tidewater", by: null });
    const before = stage.stackExchange.requested.length;
    await reading(2);
    expect(await notified()).toEqual(
      [
        ...["stackoverflow", "stackoverflow/rust"].flatMap((place) => [
          `${place}:q:${rust}`,
          `${place}:a:${answer}`,
          `${place}:c:${comment}`,
        ]),
        ...["stackoverflow", "stackoverflow/c++"].map((place) => `${place}:c:${elsewhere}`),
      ].sort(),
    );
    expect(stage.stackExchange.requested.length - before).toBeLessThanOrEqual(9);
    const { rows } = await pool().query(
      `SELECT * FROM "Item" WHERE "place" = 'stackoverflow/rust' ORDER BY "url"`,
    );
    expect(rows).toMatchObject([
      {
        kind: "comment",
        title: "A tidewater question",
        url: `https://stackoverflow.com/a/${answer}`,
        author: "ada",
      },
      { kind: "post", title: "A tidewater question", content: `<b>How?</b>\n\nrust${attribution}` },
      { kind: "comment", content: `tidewater, really?${attribution}` },
    ]);
  });

  test("finds a post that the site indexes eight minutes late", async () => {
    await watching("stackoverflow");
    stage.world.write({ title: "tidewater, late", shownInMs: 8 * minuteMs });
    await reading(5);
    expect(await notified()).toEqual([]);
    await reading(6);
    expect(await notified()).toHaveLength(1);
  });

  test("works without filters and totals, and finds titles and tags by lookups", async () => {
    Object.assign(stage.stackExchange.switches, { hasFilters: false, hasTotals: false });
    const question = stage.world.write({ title: "An older question", tags: ["rust"] });
    const answer = stage.world.write({ question, text: "an answer" });
    stage.advance(30 * minuteMs);
    await watching("stackoverflow/rust");
    stage.world.write({ post: answer, text: "tidewater" });
    await reading(100);
    const { rows } = await pool().query(`SELECT "title", "content" FROM "Item"`);
    expect(rows).toEqual([{ title: "An older question", content: `tidewater${attribution}` }]);
    expect(await column(`SELECT "id" AS value FROM "Gap"`)).toEqual([]);
  });

  test("finds comments under the new tags of a question, and looks them up twice an hour", async () => {
    await watching("stackoverflow/rust", "stackoverflow/c++");
    const question = stage.world.write({ title: "A question", tags: ["rust"] });
    await reading(15);
    // Each read repeats the ten minutes before the last known question.
    stage.world.write({ title: "A newer question" });
    await reading(2);
    Object.assign(stage.world.find("stackoverflow", "post", question)!, { tags: ["c++"] });
    const before = stage.stackExchange.requested.length;
    const lookups = () =>
      stage.stackExchange.requested
        .slice(before)
        .filter(({ path }) => path.includes(`questions/${question}`));
    stage.world.write({ post: question, text: "something" });
    await reading(15);
    expect(lookups()).toEqual([]);
    await reading(30);
    const comments = [1, 2].map((n) => stage.world.write({ post: question, text: `tidewater ${n}` }));
    await reading(15);
    expect(await notified()).toEqual(comments.map((id) => `stackoverflow/c++:c:${id}`).sort());
    expect(lookups()).toHaveLength(2);
  });

  test("records a gap if a total is larger than the posts shown", async () => {
    await watching("stackoverflow", "stackoverflow/rust");
    stage.advance(minuteMs);
    stage.world.write({ title: "something" });
    stage.stackExchange.switches.extraTotal = 2;
    await reading(100);
    stage.stackExchange.switches.extraTotal = 0;
    const { rows } = await pool().query(
      `SELECT "place", "kind"::text, "items", extract(epoch FROM "toAt" - "fromAt")::int AS seconds FROM "Gap" ORDER BY "place", "kind"::text`,
    );
    expect(rows).toEqual([
      { place: "stackoverflow", kind: "comment", items: 4, seconds: 3_600 },
      { place: "stackoverflow", kind: "post", items: 2, seconds: 3_600 },
      { place: "stackoverflow/rust", kind: "comment", items: null, seconds: 3_600 },
      { place: "stackoverflow/rust", kind: "post", items: null, seconds: 3_600 },
    ]);
  });

  test("records no gap if posts are deleted between counting and reading", async () => {
    await watching("stackoverflow");
    const written = Array.from({ length: 30 }, (_, n) => stage.world.write({ title: `tidewater ${n}` }));
    for (let n = 0; n < 130; n += 1) {
      await reading(1);
      if (n % 4 === 0) stage.world.end("stackoverflow", "post", written[n / 4] ?? written[0]!);
    }
    expect(await column(`SELECT "id" AS value FROM "Gap"`)).toEqual([]);
    expect(await notified()).toHaveLength(30);
  });

  test("calls no method before the time that its response asked for", async () => {
    stage.stackExchange.switches.backoff = 150;
    await watching("stackoverflow", "stackoverflow/rust");
    for (let n = 0; n < 40; n += 1) {
      const question = stage.world.write({ title: `tidewater ${n}` });
      stage.world.write({ post: question, text: "a comment" });
      stage.advance(30_000);
      await stage.pollOnce({ site: n % 3 === 0 ? stage.connect() : stage.site });
    }
    expect(stage.stackExchange.requested.filter(({ isEarly }) => isEarly)).toEqual([]);
    expect((await notified()).length).toBeGreaterThan(30);
  });

  test("waits as long as a used up quota requires, and reads everything afterward", async () => {
    await watching("stackoverflow");
    stage.stackExchange.switches.throttledUntilMs = stage.clock().getTime() + 50 * minuteMs;
    const written = stage.world.write({ title: "tidewater" });
    const before = stage.stackExchange.requested.length;
    await reading(49);
    expect(stage.stackExchange.requested.length - before).toBeLessThanOrEqual(2);
    await reading(70);
    expect(await notified()).toEqual([`stackoverflow:q:${written}`]);
  });

  test("stays within the daily quota without a key, and still reads everything", async () => {
    await start({ key: null });
    await watching("stackoverflow", "serverfault/rust");
    const written: string[] = [];
    const older: number[] = [];
    for (let n = 0; n < 288; n += 1) {
      const question = stage.world.write({
        title: "tidewater",
        site: n % 2 === 0 ? "stackoverflow" : "serverfault",
      });
      written.push(`${n % 2 === 0 ? "stackoverflow" : "serverfault/rust"}:q:${question}`);
      if (n % 2 === 1) {
        stage.world.write({ post: question, site: "serverfault", text: "something" });
        older.push(question);
        stage.world.write({ post: older[Math.floor(n / 4)]!, site: "serverfault", text: "old" });
        stage.world.write({ question: older[Math.floor(n / 3)]!, site: "serverfault", text: "old" });
      }
      stage.advance(5 * minuteMs);
      await stage.pollOnce();
    }
    const days = new Map<number, number>();
    for (const { atMs } of stage.stackExchange.requested) {
      const day = Math.floor(atMs / (24 * 60 * minuteMs));
      days.set(day, (days.get(day) ?? 0) + 1);
    }
    expect(Math.max(...days.values())).toBeLessThan(300);
    for (let n = 0; n < 12; n += 1) {
      stage.advance(10 * minuteMs);
      await stage.pollOnce();
    }
    expect(await notified()).toEqual(written.sort());
    expect(await column(`SELECT "id" AS value FROM "Gap"`)).toEqual([]);
  });

  test("never asks for page 26 without a key, and names a second with too many posts as a gap", async () => {
    await start({ key: null });
    await watching("stackoverflow");
    for (let n = 0; n < 2_600; n += 1) stage.world.write({ title: "something" });
    stage.advance(1_000);
    const last = stage.world.write({ title: "tidewater" });
    for (let n = 0; n < 12; n += 1) {
      stage.advance(10 * minuteMs);
      await stage.pollOnce({ limitMs: 500_000 });
    }
    expect(await notified()).toEqual([`stackoverflow:q:${last}`]);
    expect(stage.stackExchange.requested.filter(({ path }) => /[?&]page=26\b/.test(path))).toEqual([]);
    const gaps = await column(
      `SELECT extract(epoch FROM "toAt" - "fromAt")::int AS value FROM "Gap" WHERE "kind" = 'post'`,
    );
    expect(gaps).toContain(1);
  });
});

describe("places of Stack Exchange", () => {
  test.each([
    ["stackoverflow", "ok"],
    ["webapps", "ok"],
    ["stackoverflow/rust", "ok"],
    ["stackoverflow/rusty-nail", "missing"],
    ["stackunderflow", "missing"],
  ])("%s is %s", async (name, health) => {
    expect(await stage.site.checkPlace!(name)).toMatchObject({ health });
  });

  test("suggests sites and tags", async () => {
    expect((await stage.site.searchPlaces!("stack")).names).toEqual(["stackoverflow"]);
    expect(await stage.site.searchCached!("stack")).toEqual({ names: ["stackoverflow"] });
    expect(await stage.site.searchCached!("stackoverflow/ru")).toBeNull();
    expect((await stage.site.searchPlaces!("stackoverflow/ru")).names).toEqual(["stackoverflow/rust"]);
  });

  test("finds an item in the place of its tag only", async () => {
    const question = stage.world.write({ title: "A question", tags: ["rust"] });
    const answer = stage.world.write({ question, text: "An answer" });
    const itemAt = async (fullname: string) => (await stage.site.fetchItem!(fullname)).item;
    expect(await itemAt(`stackoverflow/rust:a:${answer}`)).toMatchObject({ title: "A question" });
    expect(await itemAt(`stackoverflow/c++:a:${answer}`)).toBeNull();
    expect(await itemAt(`stackoverflow:p:${question}`)).toMatchObject({
      fullname: `stackoverflow:q:${question}`,
    });
  });
});
