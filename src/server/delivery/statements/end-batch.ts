import { sql, type Queryable } from "@/server/platform/database";

/** Ends a batch; false when another run took it meanwhile, which then ends it itself. */
export async function endBatch(
  tx: Queryable,
  batch: { id: string; fence: bigint },
  end: { status: "done" | "unknown"; reason: string | null },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`UPDATE "Batch" SET "status" = ${end.status}::"BatchStatus", "reason" = ${end.reason}, "leaseUntil" = NULL
     WHERE "id" = ${batch.id} AND "fence" = ${batch.fence} AND "status" = 'pending'`,
  );
  return rowCount === 1;
}
