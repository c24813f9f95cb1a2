import type { Queryable } from "@/server/database";

/**
 * Takes the deliveries that carry one of these items out of batches that were never sent, to be rendered anew
 * without it. The batch is locked, so a request is either not begun or no longer ours to change.
 */
export async function unfreezeDeliveries(
  tx: Queryable,
  fullnames: readonly string[],
  now: Date,
): Promise<number> {
  const { rowCount } = await tx.query(
    `WITH carrying AS (
       SELECT DISTINCT n."deliveryId" FROM "Notification" n
       WHERE n."fullname" = ANY($1::text[]) AND n."deliveryId" IS NOT NULL
     ), held AS (
       SELECT b."id" FROM "Batch" b
       WHERE b."status" = 'pending' AND b."firstAttemptAt" IS NULL AND b."id" IN (
         SELECT d."batchId" FROM carrying c JOIN "Delivery" d ON d."id" = c."deliveryId" WHERE d."status" = 'frozen')
       ORDER BY b."id"
       FOR UPDATE
     )
     UPDATE "Delivery" d SET "status" = 'pending', "batchId" = NULL, "position" = NULL, "message" = NULL, "nextAttemptAt" = $2
     FROM held, carrying c
     WHERE d."batchId" = held."id" AND d."id" = c."deliveryId" AND d."status" = 'frozen'`,
    [fullnames, now],
  );
  return rowCount ?? 0;
}
