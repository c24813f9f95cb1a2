import type { Queryable } from "@/server/platform/database";

/** Marks a token used; false when it was used before or its time is over: of several at once one gets true. */
export async function spendEmailToken(tx: Queryable, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE "EmailToken" SET "usedAt" = $2 WHERE "id" = $1 AND "usedAt" IS NULL AND "expiresAt" > $2`,
    [id, now],
  );
  return rowCount === 1;
}
