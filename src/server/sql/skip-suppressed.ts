import type { Queryable } from "@/server/database";
import { mailableSql } from "./mail-rhythm-sql";

/**
 * Takes out of a batch that was never sent what may no longer go: alert mails of accounts that switched them off or
 * can't be mailed, account mails to an address that bounces.
 */
export async function skipSuppressed(tx: Queryable, batchId: string): Promise<void> {
  await tx.query(
    `UPDATE "Delivery" d SET "status" = 'skipped', "reason" = 'suppressed', "message" = NULL
     FROM "User" u
     WHERE d."batchId" = $1 AND d."status" = 'frozen' AND u."id" = d."userId"
       AND CASE d."channel" WHEN 'account' THEN u."emailStatus" = 'bounced' AND d."message"->>'to' = u."email"
         ELSE NOT ${mailableSql} END`,
    [batchId],
  );
}
