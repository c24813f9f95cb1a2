import { sql, type Queryable } from "@/server/platform/database";

/** Moves deliveries, message and order unchanged, to a new batch with a key of its own. */
export async function splitBatch(
  tx: Queryable,
  batch: { id: string; channel: "email" | "account"; now: Date },
  deliveryIds: readonly string[],
): Promise<void> {
  await tx.query(
    sql`WITH batch AS (
       INSERT INTO "Batch" ("id", "channel", "nextAttemptAt", "createdAt") VALUES (${batch.id}, ${batch.channel}::"Channel", ${batch.now}, ${batch.now})
       RETURNING "id"
     )
     UPDATE "Delivery" d SET "batchId" = batch."id"
     FROM batch WHERE d."id" = ANY(${deliveryIds}::uuid[]) AND d."status" = 'frozen'`,
  );
}
