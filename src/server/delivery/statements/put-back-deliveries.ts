import type { Queryable } from "@/server/platform/database";

export interface PutBack {
  id: string;
  fence: bigint;
  status: "pending" | "skipped" | "failed";
  reason: string;
  nextAttemptAt: Date;
  /** A try to render it failed. */
  isTry: boolean;
}

/** Ends or puts off claimed deliveries that get no message now; those another run took meanwhile stay as they are. */
export async function putBackDeliveries(db: Queryable, deliveries: readonly PutBack[]): Promise<void> {
  await db.query(
    `UPDATE "Delivery" d SET "status" = p."status"::"DeliveryStatus", "reason" = p."reason",
       "nextAttemptAt" = p."nextAttemptAt", "attempts" = d."attempts" + p."tries", "leaseUntil" = NULL
     FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[], $6::int[])
       AS p("id", "fence", "status", "reason", "nextAttemptAt", "tries")
     WHERE d."id" = p."id" AND d."fence" = p."fence" AND d."status" = 'pending'`,
    [
      deliveries.map((delivery) => delivery.id),
      deliveries.map((delivery) => delivery.fence),
      deliveries.map((delivery) => delivery.status),
      deliveries.map((delivery) => delivery.reason),
      deliveries.map((delivery) => delivery.nextAttemptAt),
      deliveries.map((delivery) => (delivery.isTry ? 1 : 0)),
    ],
  );
}
