import { sql, type Queryable } from "@/server/platform/database";
import type { NewBatch } from "./freeze-batch";

/** Moves deliveries, message and order unchanged, to a new batch with a key of its own. */
export async function splitBatch(
  tx: Queryable,
  batch: NewBatch,
  deliveryIds: readonly string[],
): Promise<void> {
  await tx.query(
    sql`WITH batch AS (
       INSERT INTO "Batch" ("id", "channel", "kind", "nextAttemptAt", "createdAt")
       VALUES (${batch.id}, ${batch.channel}::"Channel", ${batch.kind}::"MessageKind", ${batch.now}, ${batch.now})
       RETURNING "id"
     )
     UPDATE "Delivery" d SET "batchId" = batch."id"
     FROM batch WHERE d."id" = ANY(${deliveryIds}::uuid[]) AND d."status" = 'frozen'`,
  );
}
