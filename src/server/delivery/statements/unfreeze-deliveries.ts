import { sql, type Queryable } from "@/server/platform/database";

/**
 * Takes the deliveries that carry one of these items out of batches that were never sent, to be rendered anew
 * without it; one that is just being rendered is fenced off. The batch is locked, so a request is either not begun
 * or no longer ours to change.
 */
export async function unfreezeDeliveries(
  tx: Queryable,
  fullnames: readonly string[],
  now: Date,
): Promise<number> {
  const { rowCount } = await tx.query(
    sql`WITH carrying AS (
       SELECT DISTINCT e."deliveryId" FROM "Notification" n JOIN "DeliveryEntry" e ON e."notificationId" = n."id"
       WHERE n."fullname" = ANY(${fullnames}::text[])
     ), held AS (
       SELECT b."id" FROM "Batch" b
       WHERE b."status" = 'pending' AND b."firstAttemptAt" IS NULL AND b."id" IN (
         SELECT d."batchId" FROM carrying c JOIN "Delivery" d ON d."id" = c."deliveryId" WHERE d."status" = 'frozen')
       ORDER BY b."id"
       FOR UPDATE
     )
     UPDATE "Delivery" d SET "status" = 'pending', "batchId" = NULL, "position" = NULL, "message" = NULL,
       "nextAttemptAt" = ${now}, "leaseUntil" = NULL, "fence" = d."fence" + 1
     FROM carrying c
     WHERE d."id" = c."deliveryId" AND (
       (d."status" = 'frozen' AND d."batchId" IN (SELECT "id" FROM held))
       OR (d."status" = 'pending' AND d."leaseUntil" IS NOT NULL))`,
  );
  return rowCount ?? 0;
}
