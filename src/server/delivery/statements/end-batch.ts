import type { Queryable } from "@/server/platform/database";

/** Ends a batch; false when another run took it meanwhile, which then ends it itself. */
export async function endBatch(
  tx: Queryable,
  batch: { id: string; fence: bigint },
  end: { status: "done" | "unknown"; reason: string | null },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE "Batch" SET "status" = $3::"BatchStatus", "reason" = $4, "leaseUntil" = NULL
     WHERE "id" = $1 AND "fence" = $2 AND "status" = 'pending'`,
    [batch.id, batch.fence, end.status, end.reason],
  );
  return rowCount === 1;
}
