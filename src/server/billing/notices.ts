import type { BillingNotice } from "@/domain/plans/subscription";
import type { Queryable } from "@/server/platform/database";
import { insertOwnDelivery } from "@/server/delivery/statements/deliveries";

/** Queues a notice about Pro. Sent only once per subject. */
export async function queueNotice(
  tx: Queryable,
  { notice, about, userId, now }: { notice: BillingNotice; about: string; userId: string; now: Date },
): Promise<void> {
  const dedupeKey = `${notice === "pro-second-refunded" ? "pro-refunded" : notice}:${about}`;
  await insertOwnDelivery(tx, { userId, dedupeKey, template: notice, now });
}
