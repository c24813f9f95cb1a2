import { sql, type Queryable } from "@/server/platform/database";

/** Writes beside a sent delivery what the provider reported of it later. */
export async function noteDeliveryFate(tx: Queryable, providerId: string, reason: string): Promise<void> {
  await tx.query(
    sql`UPDATE "Delivery" SET "reason" = ${reason} WHERE "providerId" = ${providerId} AND "status" = 'sent'`,
  );
}
