import type { Queryable } from "@/server/platform/database";

/** Puts a batch off, unchanged, to be sent again under its key. */
export async function delayBatch(
  db: Queryable,
  batch: { id: string; fence: bigint },
  delay: { until: Date; reason: string },
): Promise<void> {
  await db.query(
    `UPDATE "Batch" SET "nextAttemptAt" = $3, "reason" = $4, "leaseUntil" = NULL
     WHERE "id" = $1 AND "fence" = $2 AND "status" = 'pending'`,
    [batch.id, batch.fence, delay.until, delay.reason],
  );
}
