import type { Queryable } from "@/server/platform/database";

/** Writes down that a claimed batch is about to be seen by the provider; false when another run took it meanwhile. */
export async function beginAttempt(
  tx: Queryable,
  batch: { id: string; fence: bigint },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE "Batch" SET "firstAttemptAt" = COALESCE("firstAttemptAt", $3)
     WHERE "id" = $1 AND "fence" = $2 AND "status" = 'pending'`,
    [batch.id, batch.fence, now],
  );
  return rowCount === 1;
}
