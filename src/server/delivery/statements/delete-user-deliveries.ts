import { sql, type Queryable } from "@/server/platform/database";

/** As long as the provider knows a request's key; later nothing is sent under it any more. */
const keyLife = "24 hours";

/**
 * Deletes up to `most` deliveries of an account that is gone; answers how many. What was begun to be sent with others' messages
 * stays until its batch ends, or their retry would carry other bytes under the same key. The batches are locked, so that a request
 * is either begun or will find the message gone.
 */
export async function deleteUserDeliveries(
  db: Queryable,
  userId: string,
  most: number,
  now: Date,
): Promise<number> {
  const { rowCount } = await db.query(
    sql`WITH waiting AS (
       SELECT b."id", b."firstAttemptAt" FROM "Batch" b
       WHERE b."status" = 'pending'
         AND b."id" IN (SELECT "batchId" FROM "Delivery" WHERE "userId" = ${userId} AND "status" = 'frozen')
       ORDER BY b."id"
       FOR UPDATE
     )
     DELETE FROM "Delivery" WHERE "id" IN (
       SELECT "id" FROM "Delivery" d
       WHERE d."userId" = ${userId} AND NOT (d."status" = 'frozen' AND COALESCE(d."batchId" IN (
         SELECT "id" FROM waiting WHERE "firstAttemptAt" > ${now}::timestamptz - ${keyLife}::interval), false))
       LIMIT ${most})`,
  );
  return rowCount ?? 0;
}
