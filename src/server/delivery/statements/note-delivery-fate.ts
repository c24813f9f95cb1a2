import type { Queryable } from "@/server/platform/database";

/** Writes beside a sent delivery what the provider reported of it later. */
export async function noteDeliveryFate(tx: Queryable, providerId: string, reason: string): Promise<void> {
  await tx.query(`UPDATE "Delivery" SET "reason" = $2 WHERE "providerId" = $1 AND "status" = 'sent'`, [
    providerId,
    reason,
  ]);
}
