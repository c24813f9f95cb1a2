import { beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import type { Item } from "@/domain/reading/item";
import { freeDailyBytes } from "@/domain/plans/plans";
import { pool, prisma } from "@/server/platform/database";
import { maxRepeated, placeCapacity } from "@/server/reading/place-capacity";
import { recordRead } from "@/server/recording/record";

const place = { site: "feeds", place: "https://blog.example/~00000000-0000-7000-8000-000000000001" };
const now = new Date();

beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Item", "RecentItem", "Notification", "DayOverflow", "StoredText", "WatchTotal" CASCADE`,
  );
});

let made = 0;
const items = (count: number, words: (n: number) => string): Item[] =>
  Array.from({ length: count }, (_, n) => ({
    ...place,
    ...{ fullname: `feed:${(made += 1)}`, kind: "post", title: `Entry ${made}`, html: null, author: null },
    ...{ url: `https://blog.example/${made}`, over18: false },
    body: words(n),
    createdAt: new Date(now.getTime() - count + n),
  }));

async function read(all: Item[], watch?: Awaited<ReturnType<typeof createWatch>>) {
  const rule = watch && { watchId: watch.id, revision: watch.revision };
  return recordRead({
    ...{ items: all, isNamed: () => true, outcomes: [], gaps: [], now },
    match: (item) => (rule !== undefined && item.body.includes("tidewater") ? [rule as never] : []),
    ...(await placeCapacity(place, all, now)),
  });
}
const remembered = () => prisma().recentItem.count();

test("5,000 entries per place and day are remembered, latest first, and every match", async () => {
  const watch = await createWatch(await createUser(), {
    keyword: "tidewater",
    places: [`feeds:${place.place}`],
  });
  await read(items(4_990, () => "nothing"));
  const more = items(20, (n) => (n === 0 || n === 19 ? "tidewater" : "nothing"));
  expect(await read(more, watch)).toMatchObject({ notifications: 2 });
  expect(await remembered()).toBe(5_001);
  const names = (await prisma().recentItem.findMany({ select: { fullname: true } })).map(
    ({ fullname }) => fullname,
  );
  expect(more.map(({ fullname }) => names.includes(fullname))).toEqual(
    more.map((_, n) => n === 0 || n >= 10),
  );
  expect(await read(items(10, () => "nothing"))).toMatchObject({ items: 0 });
  expect(await remembered()).toBe(5_001);
  // No duplicates, whether or not the entry is remembered.
  expect(await read(more, watch)).toMatchObject({ notifications: 0 });
});

test("a place whose reads repeat items remembers more of them, without their texts", async () => {
  await read(items(4_999, () => "nothing"));
  const more = items(3, () => "nothing");
  const { isRemembered, isTextStored } = await placeCapacity(place, more, now, maxRepeated);
  expect(more.map(isRemembered)).toEqual([true, true, true]);
  expect(more.map(isTextStored)).toEqual([false, false, true]);
});

test("above that, matches over an account's text limit leave no rows", async () => {
  const user = await createUser();
  const watch = await createWatch(user, { keyword: "tidewater", places: [`feeds:${place.place}`] });
  await read(items(5_000, () => "nothing"));
  await prisma().storedText.create({ data: { userId: user.id, day: now, bytes: freeDailyBytes } });
  expect(
    await read(
      items(100, () => "tidewater"),
      watch,
    ),
  ).toMatchObject({ notifications: 0 });
  expect([await remembered(), await prisma().item.count()]).toEqual([5_000, 0]);
  expect(await prisma().dayOverflow.findMany()).toMatchObject([{ reason: "text", missed: 100 }]);
});

test("2 MB of text are stored per place", async () => {
  // Text that can't be compressed.
  const noise = (n: number) =>
    Array.from({ length: 1_200 }, (_, at) =>
      Math.sin(n * 1_200 + at)
        .toString(36)
        .slice(3, 12),
    ).join("");
  for (let round = 0; round < 3; round++) await read(items(100, (n) => noise(round * 100 + n)));
  const { rows } = await pool().query(
    `SELECT count(*) FILTER (WHERE "content" IS NOT NULL)::int AS stored, count(*)::int AS n, sum(pg_column_size("content"))::int AS bytes FROM "RecentItem"`,
  );
  expect(rows[0].n).toBe(300);
  expect(rows[0].stored).toBeGreaterThan(150);
  expect(rows[0].bytes).toBeLessThan(2_100_000);
  expect(rows[0].bytes).toBeGreaterThan(1_500_000);
});
