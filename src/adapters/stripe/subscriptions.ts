import * as z from "zod";
import { findOrNull } from "./client";

/** Cancels a subscription immediately. No-op if it has ended. */
export async function cancelSubscription(subscriptionId: string): Promise<void> {
  await findOrNull((stripe) => stripe.subscriptions.cancel(subscriptionId));
}

/** Cancels a subscription at the end of its period. Returns false if it has already ended. */
export async function endWithPeriod(subscriptionId: string): Promise<boolean> {
  const changed = await findOrNull((stripe) =>
    stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }),
  );
  return changed !== null;
}

const ending = z.object({ cancel_at_period_end: z.boolean(), cancel_at: z.number().nullable() });

/** Undoes a cancellation at period end or at a date (from the portal). Returns false if it has ended. */
export async function undoCancellation(subscriptionId: string): Promise<boolean> {
  const found = await findOrNull((stripe) => stripe.subscriptions.retrieve(subscriptionId));
  if (found === null) return false;
  const { cancel_at_period_end, cancel_at } = ending.parse(found);
  const change =
    cancel_at_period_end || cancel_at === null ? { cancel_at_period_end: false } : { cancel_at: "" as const };
  return (await findOrNull((stripe) => stripe.subscriptions.update(subscriptionId, change))) !== null;
}
