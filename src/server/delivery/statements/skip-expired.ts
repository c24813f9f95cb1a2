import { sql, type Queryable } from "@/server/platform/database";

/**
 * Ends the account mails of a batch whose link opens nothing any more, and erases their bodies. Notices about Pro
 * (their slot is no token) carry no link that could expire. The planner may look at other deliveries first, so the
 * cast stands for every slot.
 */
export async function skipExpired(
  tx: Queryable,
  q: { batchId: string; wasTried: boolean; now: Date },
): Promise<void> {
  await tx.query(
    sql`UPDATE "Delivery" d SET "status" = CASE WHEN ${q.wasTried} THEN 'unknown' ELSE 'skipped' END::"DeliveryStatus",
       "reason" = 'expired', "message" = NULL
     WHERE d."batchId" = ${q.batchId} AND d."status" = 'frozen'
       AND d."template" NOT LIKE 'pro-%' AND NOT EXISTS (
         SELECT FROM "EmailToken" t
         WHERE t."id" = CASE WHEN d."slot" ~ '^[0-9a-f-]{36}$' THEN d."slot"::uuid END
           AND t."expiresAt" > ${q.now} AND t."usedAt" IS NULL)`,
  );
}
