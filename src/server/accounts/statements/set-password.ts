import { sql, type Queryable } from "@/server/platform/database";

/** Replaces the password hash; with `before` only where it is still that one, else false. */
export async function setPassword(
  tx: Queryable,
  userId: string,
  change: { before: string | null; hash: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`UPDATE "User" SET "passwordHash" = ${change.hash}, "updatedAt" = ${now}
     WHERE "id" = ${userId} AND (${change.before}::text IS NULL OR "passwordHash" = ${change.before})`,
  );
  return rowCount === 1;
}
