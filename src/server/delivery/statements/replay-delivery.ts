import { sql, type Queryable } from "@/server/platform/database";

/** Makes a failed or unknown delivery due again, to be rendered anew and sent under a new key. False: there is none. */
export async function replayDelivery(db: Queryable, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`UPDATE "Delivery" SET "status" = 'pending', "reason" = NULL, "attempts" = 0, "isUnclear" = false, "nextAttemptAt" = ${now}, "leaseUntil" = NULL,
       "batchId" = NULL, "position" = NULL, "message" = NULL
     WHERE "id" = ${id} AND "status" IN ('failed', 'unknown')`,
  );
  return rowCount === 1;
}
