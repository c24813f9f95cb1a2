import type { Queryable } from "@/server/platform/database";

/**
 * Ends a live session and the alerts of its browser; with `userId` only where it is theirs, else false. Two statements,
 * so in a transaction: the second sees what was just being subscribed while the first waited for it.
 */
export async function endSession(
  tx: Queryable,
  q: { id: string; userId: string | null },
  now: Date,
): Promise<boolean> {
  const { rows } = await tx.query<{ userId: string }>(
    `UPDATE "Session" SET "endedAt" = $3
     WHERE "id" = $1 AND ($2::uuid IS NULL OR "userId" = $2) AND "endedAt" IS NULL AND "expiresAt" > $3
     RETURNING "userId"`,
    [q.id, q.userId, now],
  );
  const [owner] = rows;
  if (owner === undefined) return false;
  await tx.query(`DELETE FROM "PushSubscription" WHERE "userId" = $1 AND "sessionId" = $2`, [
    owner.userId,
    q.id,
  ]);
  return true;
}
