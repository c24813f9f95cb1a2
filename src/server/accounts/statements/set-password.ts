import type { Queryable } from "@/server/platform/database";

/** Replaces the password hash; with `before` only where it is still that one, else false. */
export async function setPassword(
  tx: Queryable,
  userId: string,
  change: { before: string | null; hash: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE "User" SET "passwordHash" = $3, "updatedAt" = $4
     WHERE "id" = $1 AND ($2::text IS NULL OR "passwordHash" = $2)`,
    [userId, change.before, change.hash, now],
  );
  return rowCount === 1;
}
