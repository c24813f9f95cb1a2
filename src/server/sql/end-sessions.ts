import type { Queryable } from "@/server/database";

/** Ends every session of a user but `kept`. The caller holds the user's lock, so that no sign-in slips in between. */
export async function endSessions(
  tx: Queryable,
  userId: string,
  kept: string | null,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE "Session" SET "endedAt" = $3
     WHERE "userId" = $1 AND "endedAt" IS NULL AND ($2::uuid IS NULL OR "id" <> $2)`,
    [userId, kept, now],
  );
}
