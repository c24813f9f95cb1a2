import { beforeEach, expect, it } from "vitest";
import { pool } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { retain } from "@/server/operation/retention";
import { getDeliveries, emptyOutbox, makeUser, createPendingEmail } from "../../support/pending-email";

const now = new Date("2026-11-21T12:00:00.000Z");
const days = (count: number, ms = 0) => new Date(now.getTime() - count * 86_400_000 + ms);

beforeEach(async () => {
  await emptyOutbox();
  await pool().query(`TRUNCATE "Run", "Gap", "RecentItem"`);
});

async function names(table: string, column: string): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(
    `SELECT "${column}"::text AS name FROM "${table}" ORDER BY 1`,
  );
  return rows.map((row) => row.name);
}

it("keeps notifications for exactly 90 days, and items as long as they have one", async () => {
  const user = await makeUser();
  await createPendingEmail(user.id, now, { fullname: "t3_edge", createdAt: days(90), frequency: null });
  await createPendingEmail(user.id, now, { fullname: "t3_old", createdAt: days(90, -1), frequency: null });
  await createPendingEmail(user.id, now, { fullname: "t3_shared", createdAt: days(91), frequency: null });
  await createPendingEmail(user.id, now, { fullname: "t3_shared", createdAt: days(1), frequency: null });
  expect(await retain(now, () => true)).toEqual({ notifications: 2, logs: 0 });
  expect(await names("Notification", "fullname")).toEqual(["t3_edge", "t3_shared"]);
  expect(await names("Item", "fullname")).toEqual(["t3_edge", "t3_shared"]);
});

it("deletes more than one chunk", async () => {
  const user = await makeUser();
  await pool().query(
    `INSERT INTO "Notification" ("id", "userId", "watchId", "fullname", "site", "place", "keyword", "userKeywordId", "createdAt")
     SELECT gen_random_uuid(), $1, gen_random_uuid(), 't3_' || n, 'reddit', 's', 'k', gen_random_uuid(), $2 FROM generate_series(1, 12000) n`,
    [user.id, days(100)],
  );
  expect(await retain(now, () => true)).toMatchObject({ notifications: 12_000 });
});

it("starts no deletion after the deadline", async () => {
  const user = await makeUser();
  await createPendingEmail(user.id, now, { createdAt: days(100), frequency: null });
  expect(await retain(now, () => false)).toEqual({ notifications: 0, logs: 0 });
});

it("keeps logs for 30 days and unfinished deliveries forever", async () => {
  const user = await makeUser();
  for (const at of [days(30), days(30, -1)]) {
    await pool().query(`INSERT INTO "Run" ("id", "route", "startedAt") VALUES ($1, 'poll', $2)`, [
      newId(),
      at,
    ]);
    await pool().query(
      `INSERT INTO "WebhookEvent" ("provider", "eventId", "type", "receivedAt") VALUES ('resend', $1, 'x', $2)`,
      [newId(), at],
    );
    await pool().query(
      `INSERT INTO "Gap" ("id", "site", "place", "kind", "fromAt", "toAt", "foundAt") VALUES ($1, 'reddit', 's', 'post', $2, $2, $2)`,
      [newId(), at],
    );
    for (const status of ["sent", "pending"]) {
      await pool().query(
        `INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "dedupeKey", "status", "nextAttemptAt", "createdAt")
         VALUES ($1, $2, $2, 'email', $3, $4::"DeliveryStatus", $5, $5)`,
        [newId(), user.id, `${status} ${at.toISOString()}`, status, at],
      );
    }
  }
  expect(await retain(now, () => true)).toEqual({ notifications: 0, logs: 4 });
  expect((await getDeliveries(user.id)).map((delivery) => delivery.status)).toEqual([
    "pending",
    "pending",
    "sent",
  ]);
  for (const table of ["Run", "WebhookEvent", "Gap"])
    expect((await pool().query(`SELECT FROM "${table}"`)).rowCount).toBe(1);
});

it("deletes expired items and texts", async () => {
  for (const [fullname, forgetAt, textUntil] of [
    ["t3_gone", now, now],
    ["t3_textless", days(-1), now],
    ["t3_whole", days(-1), days(-1)],
  ]) {
    await pool().query(
      `INSERT INTO "RecentItem" ("fullname", "kind", "site", "place", "createdAt", "seenAt", "forgetAt", "content", "textUntil")
       VALUES ($1, 'post', 'reddit', 's', $2, $2, $3, '{"author":"a"}', $4)`,
      [fullname, days(2), forgetAt, textUntil],
    );
  }
  await retain(now, () => true);
  const { rows } = await pool().query(`SELECT "fullname", "content" FROM "RecentItem" ORDER BY 1`);
  expect(rows).toEqual([
    { fullname: "t3_textless", content: null },
    { fullname: "t3_whole", content: { author: "a" } },
  ]);
});

it("deletes links a day and sessions a month after they expire", async () => {
  const user = await makeUser();
  for (const [index, at] of [days(0), days(1, 1), days(1), days(2)].entries()) {
    await pool().query(
      `INSERT INTO "EmailToken" ("id", "userId", "kind", "tokenHash", "email", "expiresAt") VALUES ($1, $2, 'verify', $3, 'x@example.com', $4)`,
      [newId(), user.id, `hash ${index}`, at],
    );
  }
  await pool().query(
    `INSERT INTO "Session" ("id", "userId", "expiresAt", "endedAt", "userAgent") VALUES
    (gen_random_uuid(), $1, $2, NULL, 'live'), (gen_random_uuid(), $1, $3, NULL, 'over'), (gen_random_uuid(), $1, $2, $3, 'ended')`,
    [user.id, days(-1), days(30)],
  );
  await retain(now, () => true);
  expect(await names("EmailToken", "tokenHash")).toEqual(["hash 0", "hash 1"]);
  expect(await names("Session", "userAgent")).toEqual(["live"]);
});

it("deletes unwatched lookups after a day", async () => {
  await pool().query(`DELETE FROM "Place" WHERE "name" <> 'all'`);
  for (const [name, watchedSince, checkedAt] of [
    ["fresh", null, days(1, 1)],
    ["gone", null, days(1)],
    ["watched", days(9), days(5)],
    ["unasked", null, null],
  ]) {
    await pool().query(
      `INSERT INTO "Place" ("site", "name", "displayName", "watchedSince", "checkedAt") VALUES ('reddit', $1, $1, $2, $3)`,
      [name, watchedSince, checkedAt],
    );
  }
  await pool().query(`UPDATE "Place" SET "checkedAt" = $1 WHERE "name" = 'all'`, [days(5)]);
  await pool().query(
    `INSERT INTO "PlaceSearch" ("site", "beginning", "names", "fetchedAt") VALUES ('reddit', 'new', '{}', $1), ('reddit', 'old', '{}', $2)`,
    [days(1, 1), days(1)],
  );
  await pool().query(
    `INSERT INTO "PlaceLookup" ("site", "name", "health", "fetchedAt") VALUES ('reddit', 'new', 'missing', $1), ('reddit', 'old', 'ok', $2)`,
    [days(1, 1), days(1)],
  );
  await retain(now, () => true);
  expect(await names("Place", "name")).toEqual(["all", "fresh", "watched"]);
  expect(await names("PlaceSearch", "beginning")).toEqual(["new"]);
  expect(await names("PlaceLookup", "name")).toEqual(["new"]);
});
