import { sql, type Queryable } from "@/server/platform/database";

/**
 * Deletes up to `most` accounts, opened before a moment, whose address nobody verified and that nobody ever signed in to:
 * somebody mistyped, or used an address of somebody else's. The mails they can have are left to `emptyClosedAccounts`. One
 * that is just being verified is skipped.
 */
export async function deleteNeverUsed(db: Queryable, before: Date, most: number, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    sql`WITH gone AS (
       DELETE FROM "User" WHERE "id" IN (
         SELECT u."id" FROM "User" u
         WHERE u."emailVerifiedAt" IS NULL AND u."firstSessionAt" IS NULL AND u."createdAt" < ${before}
           AND NOT EXISTS (SELECT FROM "Session" s WHERE s."userId" = u."id")
         ORDER BY u."createdAt" LIMIT ${most} FOR UPDATE OF u SKIP LOCKED)
       RETURNING "id"
     )
     INSERT INTO "ClosedAccount" ("userId", "closedAt") SELECT "id", ${now} FROM gone ON CONFLICT DO NOTHING`,
  );
  return rowCount ?? 0;
}
