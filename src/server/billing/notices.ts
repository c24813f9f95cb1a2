import type { BillingNotice } from "@/domain/subscription";
import type { Queryable } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { insertOwnDelivery } from "@/server/delivery/statements/deliveries";

/** Puts a notice about Pro into the outbox; one about the same thing is sent once. */
export async function queueNotice(
  tx: Queryable,
  { notice, about, userId, now }: { notice: BillingNotice; about: string; userId: string; now: Date },
): Promise<void> {
  // Both kinds of refund tell of the same thing.
  const slot = `${notice === "pro-second-refunded" ? "pro-refunded" : notice}:${about}`;
  await insertOwnDelivery(tx, { id: newId(), userId, kind: "account", slot, template: notice, now });
}
