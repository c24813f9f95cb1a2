import { sql, type Queryable } from "@/server/platform/database";
import { reachableSql } from "./reachable-sql";

/**
 * Takes out of a batch that was never sent what may no longer go: alerts to accounts that switched them off or
 * can't have them, account mails to an address that bounces, everything of accounts that are gone.
 */
export async function skipSuppressed(tx: Queryable, batchId: string): Promise<void> {
  await tx.query(
    sql`UPDATE "Delivery" d SET "status" = 'skipped', "reason" = 'suppressed', "message" = NULL
     WHERE d."batchId" = ${batchId} AND d."status" = 'frozen' AND NOT EXISTS (
       SELECT FROM "User" u WHERE u."id" = d."userId"
         AND CASE d."kind" WHEN 'account' THEN NOT (u."emailStatus" = 'bounced' AND d."message"->>'to' = u."email")
           ELSE ${reachableSql(sql`d."channel"`)} END)`,
  );
}
