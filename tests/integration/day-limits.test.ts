import { expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import { pool } from "@/server/platform/database";
import { receive, getItems, getMessages, recordedBefore, getStand } from "../support/overflowing";
import "../support/parallel-connections";

const now = new Date("2026-11-21T12:00:00.000Z");
const today = "2026-11-21";
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

test("four concurrent lanes store exactly the plan's limit and count the rest", async () => {
  const user = await createUser();
  const watch = await createWatch(user);
  const other = await createWatch(user, { keyword: "quiet" });
  const lanes = Array.from({ length: 4 }, () => getItems(700, now));
  const tallies = await Promise.all(lanes.map((items) => receive([watch], items, now)));
  await receive([other], getItems(3, now), now);
  expect(tallies.reduce((sum, { notifications }) => sum + notifications, 0)).toBe(2_000);
  expect(await getStand(watch)).toEqual({
    ...{ recorded: 2_000, total: 2_000, outboxEntries: 2_000 },
    overflows: [`${today}: 2000 + 800`],
  });
  expect(await getStand(other)).toMatchObject({ recorded: 3, total: 3, overflows: [] });
  const pendingEntries = await pool().query(
    `SELECT FROM "OutboxEntry" d WHERE d."userId" = $1 AND NOT EXISTS (SELECT FROM "Notification" n WHERE n."id" = d."notificationId")`,
    [user.id],
  );
  expect(pendingEntries.rowCount).toBe(0);
  expect(await getMessages(user.id)).toEqual([`day-overflow:${watch.id}:${today}`]);
});

test("stores the earliest items", async () => {
  const watch = await createWatch(await createUser());
  await recordedBefore(watch, today, 1_998);
  const items = getItems(5, now).map((item, at) => ({
    ...item,
    createdAt: new Date(now.getTime() - at * 1_000),
  }));
  expect(await receive([watch], items, now)).toMatchObject({ items: 5, matches: 5, notifications: 2 });
  const { rows } = await pool().query(`SELECT "fullname" FROM "Notification" WHERE "watchId" = $1`, [
    watch.id,
  ]);
  expect(rows.map(({ fullname }) => fullname).sort()).toEqual(
    [items[3]!.fullname, items[4]!.fullname].sort(),
  );
});

test("keeps counting, notifies once a day and resets at the start of the user's day", async () => {
  const user = await createUser({ timeZone: "Pacific/Auckland" });
  const watch = await createWatch(user);
  // 01:00 on the 22nd in Auckland.
  await recordedBefore(watch, "2026-11-22", 1_999);
  await receive([watch], getItems(3, now), now);
  await receive([watch], getItems(4, later(1)), later(1));
  expect(await getStand(watch)).toMatchObject({ recorded: 1, overflows: ["2026-11-22: 2000 + 6"] });
  expect(await getMessages(user.id)).toHaveLength(1);
  // 00:00 in Auckland, still the 22nd in UTC.
  await receive([watch], getItems(2, later(23)), later(23));
  expect(await getStand(watch)).toMatchObject({ recorded: 3, overflows: ["2026-11-22: 2000 + 6"] });
  await recordedBefore(watch, "2026-11-23", 2_000);
  await receive([watch], getItems(1, later(24)), later(24));
  expect(await getStand(watch)).toMatchObject({
    overflows: ["2026-11-22: 2000 + 6", "2026-11-23: 2000 + 1"],
  });
  expect(await getMessages(user.id)).toHaveLength(2);
});

test("a new time zone starts no new count, and a count in the future does not block", async () => {
  const user = await createUser({ timeZone: "Pacific/Auckland" });
  const watch = await createWatch(user);
  await recordedBefore(watch, "2026-11-22", 2_000);
  await pool().query(`UPDATE "User" SET "timeZone" = 'America/Los_Angeles' WHERE "id" = $1`, [user.id]);
  expect(await receive([watch], getItems(2, now), now)).toMatchObject({ notifications: 0 });
  await recordedBefore(watch, "2027-01-01", 2_000);
  expect(await receive([watch], getItems(2, now), now)).toMatchObject({ notifications: 2 });
});

test("Pro has a ten times higher limit", async () => {
  const watch = await createWatch(await createUser({ plan: "pro" }));
  await recordedBefore(watch, today, 2_500);
  expect(await receive([watch], getItems(5, now), now)).toMatchObject({ notifications: 5 });
  await recordedBefore(watch, today, 19_998);
  expect(await receive([watch], getItems(5, now), now)).toMatchObject({ notifications: 2 });
  expect(await getStand(watch)).toMatchObject({ recorded: 7, overflows: [`${today}: 20000 + 3`] });
});

test("upgrading raises the limit immediately; downgrading keeps stored matches", async () => {
  const user = await createUser({ plan: "pro" });
  const watch = await createWatch(user);
  await recordedBefore(watch, today, 5_000);
  await pool().query(`UPDATE "Subscription" SET "status" = 'canceled' WHERE "userId" = $1`, [user.id]);
  expect(await receive([watch], getItems(4, now), now)).toMatchObject({ notifications: 0 });
  expect(await getStand(watch)).toMatchObject({ total: 5_000, overflows: [`${today}: 2000 + 4`] });
  await pool().query(`UPDATE "Subscription" SET "status" = 'active' WHERE "userId" = $1`, [user.id]);
  expect(await receive([watch], getItems(4, now), now)).toMatchObject({ notifications: 4 });
});

test("watches of one keyword share their mentions, even if one of them is full", async () => {
  const user = await createUser();
  const [first, second] = [
    await createWatch(user, { subreddits: ["webdev"] }),
    await createWatch(user, { subreddits: ["all"] }),
  ];
  await recordedBefore(first, today, 1_999);
  await receive([first, second], getItems(3, now), now);
  const { rows } = await pool().query(
    `SELECT count(*)::int AS rows, count(*) FILTER (WHERE n."leadId" IS NULL)::int AS mentions,
       count(*) FILTER (WHERE n."leadId" IS NOT NULL AND l."id" IS NULL)::int AS lost
     FROM "Notification" n LEFT JOIN "Notification" l ON l."id" = n."leadId" WHERE n."userId" = $1`,
    [user.id],
  );
  expect(rows).toEqual([{ rows: 4, mentions: 3, lost: 0 }]);
});

test("counts nothing twice if a recording is repeated", async () => {
  const watch = await createWatch(await createUser());
  await recordedBefore(watch, today, 1_999);
  const items = getItems(3, now);
  await receive([watch], items, now);
  const before = await getStand(watch);
  await receive([watch], items, later(1));
  expect(await getStand(watch)).toEqual(before);
});
