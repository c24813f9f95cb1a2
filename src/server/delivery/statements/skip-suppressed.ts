import { sql, type Queryable } from "@/server/platform/database";
import { mailableSql } from "./mail-rhythm-sql";

/**
 * Takes out of a batch that was never sent what may no longer go: alert mails of accounts that switched them off or
 * can't be mailed, account mails to an address that bounces, everything of accounts that are gone.
 */
export async function skipSuppressed(tx: Queryable, batchId: string): Promise<void> {
  await tx.query(
    sql`UPDATE "Delivery" d SET "status" = 'skipped', "reason" = 'suppressed', "message" = NULL
     WHERE d."batchId" = ${batchId} AND d."status" = 'frozen' AND NOT EXISTS (
       SELECT FROM "User" u WHERE u."id" = d."userId"
         AND CASE d."channel" WHEN 'account' THEN NOT (u."emailStatus" = 'bounced' AND d."message"->>'to' = u."email")
           ELSE ${mailableSql} END)`,
  );
}
