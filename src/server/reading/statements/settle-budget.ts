import { sql, type Queryable } from "@/server/platform/database";

/** Writes down what the site said: how much is left, and until when every lane must pause. */
export async function settleBudget(
  db: Queryable,
  q: {
    clientId: string;
    remaining: number | null;
    resetAt: Date | null;
    pausedUntil: Date | null;
    failures: number;
  },
): Promise<void> {
  await db.query(
    sql`UPDATE "Budget" SET "remaining" = coalesce(${q.remaining}, "remaining"), "resetAt" = coalesce(${q.resetAt}, "resetAt"),
       "pausedUntil" = ${q.pausedUntil}, "failures" = ${q.failures}
     WHERE "clientId" = ${q.clientId}`,
  );
}
