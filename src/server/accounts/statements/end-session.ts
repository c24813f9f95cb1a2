import { sql, type Queryable } from "@/server/platform/database";

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
    sql`UPDATE "Session" SET "endedAt" = ${now}
     WHERE "id" = ${q.id} AND (${q.userId}::uuid IS NULL OR "userId" = ${q.userId}) AND "endedAt" IS NULL AND "expiresAt" > ${now}
     RETURNING "userId"`,
  );
  const [owner] = rows;
  if (owner === undefined) return false;
  await tx.query(
    sql`DELETE FROM "PushSubscription" WHERE "userId" = ${owner.userId} AND "sessionId" = ${q.id}`,
  );
  return true;
}
