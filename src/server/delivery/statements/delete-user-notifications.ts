import { sql, type Queryable } from "@/server/platform/database";
import { listedSql } from "@/server/clips/statements/listed-sql";

/** An item this young may still be being recorded for somebody else; what is left of those the recheck sweeps. */
const itemGrace = "1 hour";

/**
 * Deletes up to `most` notifications of an account that is gone, with what they owe, the entries of deliveries, and the items
 * nobody else is notified of; answers how many. Waits for nobody: what is just being worked on is left.
 */
export async function deleteUserNotifications(
  db: Queryable,
  userId: string,
  most: number,
  now: Date,
): Promise<number> {
  const { rows } = await db.query<{ deleted: number }>(
    sql`WITH piece AS (
       SELECT "id" FROM "Notification" WHERE "id" IN (
         (SELECT n."id" FROM "Notification" n WHERE n."userId" = ${userId} AND ${listedSql} LIMIT ${most})
         UNION ALL
         (SELECT n."id" FROM "Notification" n WHERE n."userId" = ${userId} AND NOT (${listedSql}) LIMIT ${most})
         LIMIT ${most})
       FOR UPDATE SKIP LOCKED
     ), owed AS (
       DELETE FROM "Debt" d USING piece WHERE d."notificationId" = piece."id"
     ), carried AS (
       DELETE FROM "DeliveryEntry" e USING piece WHERE e."notificationId" = piece."id"
     ), gone AS (
       DELETE FROM "Notification" n USING piece WHERE n."id" = piece."id" RETURNING n."fullname"
     ), orphaned AS (
       DELETE FROM "Item" i USING (SELECT DISTINCT "fullname" FROM gone) g
       WHERE i."fullname" = g."fullname" AND i."storedAt" < ${now}::timestamptz - ${itemGrace}::interval
         AND NOT EXISTS (SELECT FROM "Notification" n WHERE n."fullname" = i."fullname" AND n."id" NOT IN (SELECT "id" FROM piece))
     )
     SELECT count(*)::int AS "deleted" FROM gone`,
  );
  return rows[0]!.deleted;
}
