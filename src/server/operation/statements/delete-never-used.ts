import type { Queryable } from "@/server/platform/database";

/**
 * Deletes up to `most` accounts, opened before a moment, whose address nobody verified and that nobody ever signed in to:
 * somebody mistyped, or used an address of somebody else's. The mails they can have are left to `emptyClosedAccounts`. One
 * that is just being verified is skipped.
 */
export async function deleteNeverUsed(db: Queryable, before: Date, most: number, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `WITH gone AS (
       DELETE FROM "User" WHERE "id" IN (
         SELECT u."id" FROM "User" u
         WHERE u."emailVerifiedAt" IS NULL AND u."firstSessionAt" IS NULL AND u."createdAt" < $1
           AND NOT EXISTS (SELECT FROM "Session" s WHERE s."userId" = u."id")
         ORDER BY u."createdAt" LIMIT $2 FOR UPDATE OF u SKIP LOCKED)
       RETURNING "id"
     )
     INSERT INTO "ClosedAccount" ("userId", "closedAt") SELECT "id", $3 FROM gone ON CONFLICT DO NOTHING`,
    [before, most, now],
  );
  return rowCount ?? 0;
}
