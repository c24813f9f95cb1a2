import { sql, type Queryable } from "@/server/platform/database";
import type { MirrorRow } from "./mirror-row";

/** Writes what a read of Stripe found. The caller holds the user's lock and has seen that no later read is there. */
export async function writeMirror(tx: Queryable, mirror: MirrorRow, now: Date): Promise<void> {
  await tx.query(
    sql`UPDATE "Subscription" SET "customerId" = ${mirror.customerId}, "subscriptionId" = ${mirror.subscriptionId}, "priceId" = ${mirror.priceId}, "status" = ${mirror.status},
       "cancelAtPeriodEnd" = ${mirror.cancelAtPeriodEnd}, "currentPeriodStart" = ${mirror.currentPeriodStart}, "currentPeriodEnd" = ${mirror.currentPeriodEnd}, "latestInvoiceId" = ${mirror.latestInvoiceId},
       "refundedAt" = ${mirror.refundedAt}, "disputedAt" = ${mirror.disputedAt}, "readApplied" = ${mirror.readApplied}, "syncedAt" = ${now}, "syncAttempts" = 0, "nextSyncAt" = NULL
     WHERE "userId" = ${mirror.userId}`,
  );
}
