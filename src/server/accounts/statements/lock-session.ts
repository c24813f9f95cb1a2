import { sql, type Queryable } from "@/server/platform/database";

/** Whether a user's session lives; if so it can't be ended before the transaction is over. */
export async function lockSession(
  tx: Queryable,
  q: { id: string; userId: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`SELECT FROM "Session" WHERE "id" = ${q.id} AND "userId" = ${q.userId} AND "endedAt" IS NULL AND "expiresAt" > ${now} FOR SHARE`,
  );
  return rowCount === 1;
}
