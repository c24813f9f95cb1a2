import type { Queryable } from "@/server/platform/database";

/** Moves deliveries, message and order unchanged, to a new batch with a key of its own. */
export async function splitBatch(
  tx: Queryable,
  batch: { id: string; channel: "email" | "account"; now: Date },
  deliveryIds: readonly string[],
): Promise<void> {
  await tx.query(
    `WITH batch AS (
       INSERT INTO "Batch" ("id", "channel", "nextAttemptAt", "createdAt") VALUES ($1, $2::"Channel", $3, $3)
       RETURNING "id"
     )
     UPDATE "Delivery" d SET "batchId" = batch."id"
     FROM batch WHERE d."id" = ANY($4::uuid[]) AND d."status" = 'frozen'`,
    [batch.id, batch.channel, batch.now, deliveryIds],
  );
}
