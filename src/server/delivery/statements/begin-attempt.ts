import { sql, type Queryable } from "@/server/platform/database";

/** Writes down that a claimed batch is about to be seen by the provider; false when another run took it meanwhile. */
export async function beginAttempt(
  tx: Queryable,
  batch: { id: string; fence: bigint },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`UPDATE "Batch" SET "firstAttemptAt" = COALESCE("firstAttemptAt", ${now})
     WHERE "id" = ${batch.id} AND "fence" = ${batch.fence} AND "status" = 'pending'`,
  );
  return rowCount === 1;
}
