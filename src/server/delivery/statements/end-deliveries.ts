import type { Queryable } from "@/server/platform/database";

export interface DeliveryEnd {
  id: string;
  status: "sent" | "failed" | "skipped" | "unknown";
  reason: string | null;
  providerId: string | null;
}

/** Ends frozen deliveries; their bodies go. The caller holds their batch. */
export async function endDeliveries(tx: Queryable, ends: readonly DeliveryEnd[], now: Date): Promise<void> {
  await tx.query(
    `UPDATE "Delivery" d SET "status" = e."status"::"DeliveryStatus", "reason" = e."reason", "providerId" = e."providerId",
       "sentAt" = CASE e."status" WHEN 'sent' THEN $5::timestamptz END, "message" = NULL
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS e("id", "status", "reason", "providerId")
     WHERE d."id" = e."id" AND d."status" = 'frozen'`,
    [
      ends.map((end) => end.id),
      ends.map((end) => end.status),
      ends.map((end) => end.reason),
      ends.map((end) => end.providerId),
      now,
    ],
  );
}
