import * as z from "zod";
import { closedHours } from "@/domain/plans/retention";
import { prisma, sql, word, type Queryable, type Sql } from "@/server/platform/database";
import { listedSql } from "@/server/mentions/statements/mentions";
import { deleteFree } from "@/server/platform/locked-rows";
import { rows } from "@/server/platform/rows";

/** Delay before a closed account is claimed again, doubled after each failed attempt. */
const firstWait = "1 minute";
const longestWait = "1 hour";

/** Records the attempt first, so a failing account goes behind the others. Null if none is due. */
export async function claimClosedAccount(db: Queryable, now: Date): Promise<string | null> {
  const [claimed] = await rows(
    db,
    z.object({ userId: z.string() }),
    sql`UPDATE "ClosedAccount" c SET "attempts" = c."attempts" + 1,
       "nextAttemptAt" = ${now}::timestamptz + least(${longestWait}::interval, ${firstWait}::interval * power(2, least(c."attempts", 10)))
     FROM (
       SELECT "userId" FROM "ClosedAccount" WHERE "nextAttemptAt" IS NULL OR "nextAttemptAt" <= ${now}
       ORDER BY coalesce("nextAttemptAt", "closedAt") LIMIT 1
       FOR UPDATE SKIP LOCKED
     ) due
     WHERE c."userId" = due."userId"
     RETURNING c."userId"`,
  );
  return claimed?.userId ?? null;
}

export async function releaseClosedAccount(userId: string, from: Date): Promise<void> {
  const data = { attempts: 0, nextAttemptAt: from };
  await prisma().closedAccount.updateMany({ where: { userId }, data });
}

/** Returns false if some data remains, such as rows that are locked. */
export async function forgetClosedAccount(db: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`DELETE FROM "ClosedAccount" WHERE "userId" = ${userId}
       AND NOT EXISTS (SELECT FROM "Delivery" WHERE "userId" = ${userId})
       AND NOT EXISTS (SELECT FROM "Notification" n WHERE n."userId" = ${userId} AND ${listedSql})
       AND NOT EXISTS (SELECT FROM "Notification" n WHERE n."userId" = ${userId} AND NOT (${listedSql}))`,
  );
  return rowCount === 1;
}

/** Whether a row (by its alias) belongs to an open account. Closed accounts are excluded from counts. */
export const isOpenSql = (row: string) =>
  sql`NOT EXISTS (SELECT FROM "ClosedAccount" closed WHERE closed."userId" = ${word(row)}."userId")`;

/** Whether a "Delivery" is the pending email about an account's deletion. */
export const isPartingSql = sql`("encryptedAddress" IS NOT NULL AND "status" IN ('pending', 'frozen'))`;

/** How long the provider remembers an idempotency key. Later, the request is not repeated. */
const keyLife = `${closedHours} hours`;

/**
 * Deletes up to `max` deliveries of a closed account and returns their number. Keeps the deletion email, and
 * messages of a started request until that ends, because a retry must send the same bytes under its key. Locks
 * the rows, so a request has either started or finds the message deleted.
 */
export function deleteUserDeliveries(db: Queryable, userId: string, max: number, now: Date): Promise<number> {
  const isUnsent = sql`"userId" = ${userId} AND NOT ${isPartingSql}
    AND NOT ("status" = 'frozen' AND coalesce("firstAttemptAt" > ${now}::timestamptz - ${keyLife}::interval, false))`;
  return deleteFree(db, "Delivery", isUnsent, max);
}

/** Newer items might still be in use by concurrent recording; the recheck deletes the rest (ms). */
const itemGraceMs = 3_600_000;

/** Deletes up to `max` with their entries and orphaned items. Returns the number. */
export function deleteUserNotifications(
  db: Queryable,
  userId: string,
  max: number,
  now: Date,
): Promise<number> {
  const own = sql`"id" IN (
    (SELECT n."id" FROM "Notification" n WHERE n."userId" = ${userId} AND ${listedSql} LIMIT ${max})
    UNION ALL
    (SELECT n."id" FROM "Notification" n WHERE n."userId" = ${userId} AND NOT (${listedSql}) LIMIT ${max})
    LIMIT ${max})`;
  return deleteNotifications(db, own, new Date(now.getTime() - itemGraceMs));
}

/** With their entries, and with orphaned items stored before `storedBefore`. Skips locked rows. */
export async function deleteNotifications(db: Queryable, which: Sql, storedBefore: Date): Promise<number> {
  const { rows } = await db.query<{ deleted: number }>(
    sql`WITH chunk AS (
       SELECT "id" FROM "Notification" WHERE ${which} FOR UPDATE SKIP LOCKED
     ), pending AS (
       DELETE FROM "OutboxEntry" d USING chunk WHERE d."notificationId" = chunk."id"
     ), carried AS (
       DELETE FROM "DeliveryEntry" e USING chunk WHERE e."notificationId" = chunk."id"
     ), gone AS (
       DELETE FROM "Notification" n USING chunk WHERE n."id" = chunk."id" RETURNING n."fullname"
     ), orphaned AS (
       DELETE FROM "Item" i USING (SELECT DISTINCT "fullname" FROM gone) g
       WHERE i."fullname" = g."fullname" AND i."storedAt" < ${storedBefore}
         AND NOT EXISTS (SELECT FROM "Notification" n WHERE n."fullname" = i."fullname" AND n."id" NOT IN (SELECT "id" FROM chunk))
     )
     SELECT count(*)::int AS "deleted" FROM gone`,
  );
  return rows[0]!.deleted;
}
