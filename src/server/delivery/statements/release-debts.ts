import { sql, type Queryable } from "@/server/platform/database";

/** Makes what these deliveries carried a debt again, due in each user's next daily digest. */
export async function releaseDebts(
  tx: Queryable,
  deliveries: readonly { id: string; slot: Date }[],
): Promise<void> {
  await tx.query(
    sql`WITH released AS (
       DELETE FROM "DeliveryEntry" e USING unnest(${deliveries.map((delivery) => delivery.id)}::uuid[], ${deliveries.map((delivery) => delivery.slot)}::timestamptz[]) AS r("id", "slot")
       WHERE e."deliveryId" = r."id"
       RETURNING e."deliveryId", e."notificationId", e."isFolded", r."slot"
     )
     INSERT INTO "Debt" ("notificationId", "channel", "userId", "slot", "rhythm", "isFolded")
     SELECT n."id", d."channel", n."userId", r."slot", 'daily', r."isFolded"
     FROM released r JOIN "Delivery" d ON d."id" = r."deliveryId"
       JOIN "Notification" n ON n."id" = r."notificationId" AND n."deletedAt" IS NULL
     ORDER BY n."id"
     ON CONFLICT DO NOTHING`,
  );
}
