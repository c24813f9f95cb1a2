import type { Queryable } from "@/server/database";
import { mailRhythmSql } from "./mail-rhythm-sql";

/**
 * Plans anew what is owed to one user and not sealed yet, by the settings as they are now. What was folded into the
 * hourly digest stays folded; without a rhythm nothing is owed any more. What is just being sealed goes out as it was planned.
 */
export async function replanDebts(
  db: Queryable,
  userId: string,
  slots: { realtime: Date; hourly: Date; daily: Date },
): Promise<void> {
  await db.query(
    `UPDATE "Notification" n SET "mailRhythm" = p."rhythm",
       "mailSlot" = CASE p."rhythm" WHEN 'realtime' THEN $2::timestamptz WHEN 'hourly' THEN $3::timestamptz WHEN 'daily' THEN $4::timestamptz END
     FROM (
       SELECT o."id", CASE WHEN o."mailFolded" AND o."rhythm" = 'realtime' THEN 'hourly' ELSE o."rhythm" END AS "rhythm"
       FROM (
         SELECT d."id", d."mailFolded", ${mailRhythmSql} AS "rhythm"
         FROM "Notification" d
         JOIN "User" u ON u."id" = d."userId"
         LEFT JOIN "Watch" w ON w."id" = d."watchId"
         WHERE d."userId" = $1 AND d."mailSlot" IS NOT NULL AND d."deliveryId" IS NULL
         FOR UPDATE OF d SKIP LOCKED
       ) o
     ) p
     WHERE n."id" = p."id" AND n."deliveryId" IS NULL`,
    [userId, slots.realtime, slots.hourly, slots.daily],
  );
}
