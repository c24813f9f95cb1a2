import type { Queryable } from "@/server/platform/database";

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
    `UPDATE "Budget" SET "remaining" = coalesce($2, "remaining"), "resetAt" = coalesce($3, "resetAt"),
       "pausedUntil" = $4, "failures" = $5
     WHERE "clientId" = $1`,
    [q.clientId, q.remaining, q.resetAt, q.pausedUntil, q.failures],
  );
}
