import type { Queryable } from "@/server/database";

/**
 * Leaves a blank tombstone of a user's notification, so that the same item cannot alert again; what it still owed
 * is dropped. False when they have none of this id.
 */
export async function buryNotification(
  db: Queryable,
  userId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE "Notification" SET "deletedAt" = $3, "keyword" = '', "subreddit" = '',
       "mailSlot" = CASE WHEN "deliveryId" IS NOT NULL THEN "mailSlot" END,
       "mailRhythm" = CASE WHEN "deliveryId" IS NOT NULL THEN "mailRhythm" END,
       "pushSlot" = CASE WHEN "pushDeliveryId" IS NOT NULL THEN "pushSlot" END
     WHERE "id" = $2 AND "userId" = $1 AND "deletedAt" IS NULL`,
    [userId, id, now],
  );
  return rowCount === 1;
}
