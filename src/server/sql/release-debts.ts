import type { Queryable } from "@/server/database";

/** Makes what these deliveries carried a debt again, due in each user's next daily digest. */
export async function releaseDebts(
  tx: Queryable,
  deliveries: readonly { id: string; slot: Date }[],
): Promise<void> {
  await tx.query(
    `UPDATE "Notification" n SET "deliveryId" = NULL, "mailRhythm" = 'daily', "mailSlot" = r."slot"
     FROM unnest($1::uuid[], $2::timestamptz[]) AS r("id", "slot")
     WHERE n."deliveryId" = r."id"`,
    [deliveries.map((delivery) => delivery.id), deliveries.map((delivery) => delivery.slot)],
  );
}
