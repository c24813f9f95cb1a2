import { sql, type Queryable } from "@/server/platform/database";
import { mailRhythmSql } from "./mail-rhythm-sql";

/**
 * Plans anew what is owed to one user in a rhythm and not sealed yet, by the settings as they are now. What was folded into the
 * hourly digest stays folded; without a rhythm nothing is owed any more. What is just being sealed goes out as it was planned.
 */
export async function replanDebts(
  db: Queryable,
  userId: string,
  slots: { realtime: Date; hourly: Date; daily: Date },
): Promise<void> {
  await db.query(
    sql`WITH planned AS MATERIALIZED (
       SELECT o."notificationId", CASE WHEN o."isFolded" AND o."rhythm" = 'realtime' THEN 'hourly' ELSE o."rhythm" END AS "rhythm"
       FROM (
         SELECT d."notificationId", d."isFolded", ${mailRhythmSql} AS "rhythm"
         FROM "Debt" d
         JOIN "Notification" n ON n."id" = d."notificationId"
         JOIN "User" u ON u."id" = d."userId"
         LEFT JOIN "Watch" w ON w."id" = n."watchId"
         WHERE d."userId" = ${userId} AND d."rhythm" IS NOT NULL
         FOR UPDATE OF d SKIP LOCKED
       ) o
     ), dropped AS (
       DELETE FROM "Debt" d USING planned p
       WHERE d."notificationId" = p."notificationId" AND d."rhythm" IS NOT NULL AND p."rhythm" IS NULL
     )
     UPDATE "Debt" d SET "rhythm" = p."rhythm",
       "slot" = CASE p."rhythm" WHEN 'realtime' THEN ${slots.realtime}::timestamptz WHEN 'hourly' THEN ${slots.hourly}::timestamptz ELSE ${slots.daily}::timestamptz END
     FROM planned p
     WHERE d."notificationId" = p."notificationId" AND d."rhythm" IS NOT NULL AND p."rhythm" IS NOT NULL`,
  );
}
