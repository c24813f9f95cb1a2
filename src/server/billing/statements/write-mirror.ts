import type { Queryable } from "@/server/platform/database";
import type { MirrorRow } from "./mirror-row";

/** Writes what a read of Stripe found. The caller holds the user's lock and has seen that no later read is there. */
export async function writeMirror(tx: Queryable, mirror: MirrorRow, now: Date): Promise<void> {
  await tx.query(
    `UPDATE "Subscription" SET "customerId" = $2, "subscriptionId" = $3, "priceId" = $4, "status" = $5,
       "cancelAtPeriodEnd" = $6, "currentPeriodStart" = $7, "currentPeriodEnd" = $8, "latestInvoiceId" = $9,
       "refundedAt" = $10, "disputedAt" = $11, "readApplied" = $12, "syncedAt" = $13, "syncAttempts" = 0, "nextSyncAt" = NULL
     WHERE "userId" = $1`,
    [
      mirror.userId,
      mirror.customerId,
      mirror.subscriptionId,
      mirror.priceId,
      mirror.status,
      mirror.cancelAtPeriodEnd,
      mirror.currentPeriodStart,
      mirror.currentPeriodEnd,
      mirror.latestInvoiceId,
      mirror.refundedAt,
      mirror.disputedAt,
      mirror.readApplied,
      now,
    ],
  );
}
