import { sql, type Queryable } from "@/server/platform/database";

export interface DeliveryEnd {
  id: string;
  status: "sent" | "failed" | "skipped" | "unknown";
  reason: string | null;
  providerId: string | null;
}

/** Ends frozen deliveries; their bodies go. The caller holds their batch. */
export async function endDeliveries(tx: Queryable, ends: readonly DeliveryEnd[], now: Date): Promise<void> {
  await tx.query(
    sql`UPDATE "Delivery" d SET "status" = e."status"::"DeliveryStatus", "reason" = e."reason", "providerId" = e."providerId",
       "sentAt" = CASE e."status" WHEN 'sent' THEN ${now}::timestamptz END, "message" = NULL
     FROM unnest(${ends.map((end) => end.id)}::uuid[], ${ends.map((end) => end.status)}::text[], ${ends.map((end) => end.reason)}::text[], ${ends.map((end) => end.providerId)}::text[]) AS e("id", "status", "reason", "providerId")
     WHERE d."id" = e."id" AND d."status" = 'frozen'`,
  );
}
