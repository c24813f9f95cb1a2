import type { Queryable } from "@/server/platform/database";

/** Whether a user's session lives; if so it can't be ended before the transaction is over. */
export async function lockSession(
  tx: Queryable,
  q: { id: string; userId: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM "Session" WHERE "id" = $1 AND "userId" = $2 AND "endedAt" IS NULL AND "expiresAt" > $3 FOR SHARE`,
    [q.id, q.userId, now],
  );
  return rowCount === 1;
}
