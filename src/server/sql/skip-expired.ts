import type { Queryable } from "@/server/database";

/**
 * Ends the account mails of a batch whose link opens nothing any more, and erases their bodies. Notices about Pro
 * (their slot is no token) carry no link that could expire.
 */
export async function skipExpired(
  tx: Queryable,
  q: { batchId: string; wasTried: boolean; now: Date },
): Promise<void> {
  await tx.query(
    `UPDATE "Delivery" d SET "status" = CASE WHEN $2 THEN 'unknown' ELSE 'skipped' END::"DeliveryStatus",
       "reason" = 'expired', "message" = NULL
     WHERE d."batchId" = $1 AND d."status" = 'frozen'
       AND CASE WHEN d."template" LIKE 'pro-%' THEN false ELSE NOT EXISTS (
         SELECT FROM "EmailToken" t WHERE t."id" = d."slot"::uuid AND t."expiresAt" > $3 AND t."usedAt" IS NULL) END`,
    [q.batchId, q.wasTried, q.now],
  );
}
