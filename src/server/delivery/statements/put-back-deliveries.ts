import { sql, type Queryable } from "@/server/platform/database";

export interface PutBack {
  id: string;
  fence: bigint;
  status: "pending" | "skipped" | "failed" | "unknown";
  reason: string;
  nextAttemptAt: Date;
  /** A try to render it failed. */
  isTry: boolean;
}

/** Ends or puts off claimed deliveries that get no message now; those another run took meanwhile stay as they are. */
export async function putBackDeliveries(db: Queryable, deliveries: readonly PutBack[]): Promise<void> {
  await db.query(
    sql`UPDATE "Delivery" d SET "status" = p."status"::"DeliveryStatus", "reason" = p."reason",
       "nextAttemptAt" = p."nextAttemptAt", "attempts" = d."attempts" + p."tries", "leaseUntil" = NULL
     FROM unnest(${deliveries.map((delivery) => delivery.id)}::uuid[], ${deliveries.map((delivery) => delivery.fence)}::bigint[], ${deliveries.map((delivery) => delivery.status)}::text[], ${deliveries.map((delivery) => delivery.reason)}::text[], ${deliveries.map((delivery) => delivery.nextAttemptAt)}::timestamptz[], ${deliveries.map((delivery) => (delivery.isTry ? 1 : 0))}::int[])
       AS p("id", "fence", "status", "reason", "nextAttemptAt", "tries")
     WHERE d."id" = p."id" AND d."fence" = p."fence" AND d."status" = 'pending'`,
  );
}
