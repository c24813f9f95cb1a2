import { sql, type Queryable } from "@/server/platform/database";

export interface ReturnedDelivery {
  id: string;
  reason: string;
  nextAttemptAt: Date;
  /** This attempt may have arrived. */
  isUnclear: boolean;
}

/** Makes deliveries of an ended batch due again, each at its own time, to be rendered anew. The caller held their batch. */
export async function returnDeliveries(
  tx: Queryable,
  deliveries: readonly ReturnedDelivery[],
): Promise<void> {
  await tx.query(
    sql`UPDATE "Delivery" d SET "status" = 'pending', "reason" = r."reason", "nextAttemptAt" = r."nextAttemptAt",
       "isUnclear" = d."isUnclear" OR r."isUnclear", "batchId" = NULL, "position" = NULL, "message" = NULL, "leaseUntil" = NULL
     FROM unnest(
         ${deliveries.map((delivery) => delivery.id)}::uuid[], ${deliveries.map((delivery) => delivery.reason)}::text[],
         ${deliveries.map((delivery) => delivery.nextAttemptAt)}::timestamptz[], ${deliveries.map((delivery) => delivery.isUnclear)}::boolean[]
       ) AS r("id", "reason", "nextAttemptAt", "isUnclear")
     WHERE d."id" = r."id" AND d."status" = 'frozen'`,
  );
}
