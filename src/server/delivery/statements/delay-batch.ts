import { sql, type Queryable } from "@/server/platform/database";

/** Puts a batch off, unchanged, to be sent again under its key. */
export async function delayBatch(
  db: Queryable,
  batch: { id: string; fence: bigint },
  delay: { until: Date; reason: string },
): Promise<void> {
  await db.query(
    sql`UPDATE "Batch" SET "nextAttemptAt" = ${delay.until}, "reason" = ${delay.reason}, "leaseUntil" = NULL
     WHERE "id" = ${batch.id} AND "fence" = ${batch.fence} AND "status" = 'pending'`,
  );
}
