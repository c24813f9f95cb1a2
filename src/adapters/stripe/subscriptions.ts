import { z } from "zod";
import { findOrNull } from "./client";

/** Ends a subscription at once; one that has ended stays so. */
export async function cancelSubscription(subscriptionId: string): Promise<void> {
  await findOrNull((stripe) => stripe.subscriptions.cancel(subscriptionId));
}

/** Has it end with its period; false when it has ended already. */
export async function endWithPeriod(subscriptionId: string): Promise<boolean> {
  const changed = await findOrNull((stripe) =>
    stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }),
  );
  return changed !== null;
}

const ending = z.object({ cancel_at_period_end: z.boolean(), cancel_at: z.number().nullable() });

/** Takes back that it ends, with its period or (as the portal may write it) at a date; false when it has ended already. */
export async function goOn(subscriptionId: string): Promise<boolean> {
  const found = await findOrNull((stripe) => stripe.subscriptions.retrieve(subscriptionId));
  if (found === null) return false;
  const { cancel_at_period_end, cancel_at } = ending.parse(found);
  const change =
    cancel_at_period_end || cancel_at === null ? { cancel_at_period_end: false } : { cancel_at: "" as const };
  return (await findOrNull((stripe) => stripe.subscriptions.update(subscriptionId, change))) !== null;
}
