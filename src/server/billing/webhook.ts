import { findCustomerOfCharge } from "@/adapters/stripe/customers";
import { readStripeEvent, type StripeEvent } from "@/adapters/stripe/events";
import { prisma } from "@/server/platform/database";
import { sendAccountMailsSoon } from "@/server/delivery/deliveries";
import { AppError } from "@/server/platform/errors";
import type { Call } from "@/server/platform/call";
import { beginWebhookEvent, endWebhookEvent } from "@/server/delivery/statements/webhook-events";
import { refreshSubscription } from "./refresh";
import { requireBilling } from "./require-billing";

/**
 * Refreshes the event's customer. Attempts are counted first, and the event is completed in the transaction
 * that stores the result; on errors in between, Stripe retries. After too many failures, leaves it to the
 * daily run. Throws INVALID_SIGNATURE, or NOT_FOUND if billing is off.
 */
export async function takeStripeEvent(
  headers: Headers,
  bytes: Uint8Array,
  call: Pick<Call, "now" | "after">,
): Promise<{ received: true }> {
  requireBilling("NOT_FOUND");
  const event = readStripeEvent(headers, bytes);
  if (event === null) throw new AppError("INVALID_SIGNATURE");
  const { id, type } = event;
  const recorded = { provider: "stripe" as const, id, type, now: call.now };
  const state = await beginWebhookEvent(recorded);
  if (state === "done") return { received: true };
  if (state === "spent") {
    if (event.customerId !== null) await hastenSync(event.customerId, call.now);
    await endWebhookEvent(recorded);
    return { received: true };
  }
  const customerId = await customerOf(event);
  const userId = customerId === null ? null : await getOwner(customerId);
  if (userId === null) await endWebhookEvent(recorded);
  else {
    const failure = await refreshSubscription(userId, call.now, () => endWebhookEvent(recorded));
    call.after(sendAccountMailsSoon);
    if (failure !== null) throw failure;
  }
  return { received: true };
}

async function customerOf({ customerId, chargeId }: StripeEvent): Promise<string | null> {
  if (customerId !== null || chargeId === null) return customerId;
  return findCustomerOfCharge(chargeId);
}

async function getOwner(customerId: string): Promise<string | null> {
  const mirror = await prisma().subscription.findFirst({ where: { customerId }, select: { userId: true } });
  return mirror?.userId ?? null;
}

/** Makes the next run refresh a customer, unless it was delayed after failures. */
async function hastenSync(customerId: string, now: Date): Promise<void> {
  await prisma().subscription.updateMany({
    where: { customerId, syncAttempts: 0 },
    data: { nextSyncAt: now },
  });
}
