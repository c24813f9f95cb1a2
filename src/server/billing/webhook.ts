import { findCustomerOfCharge } from "@/adapters/stripe/customers";
import { readStripeEvent, type StripeEvent } from "@/adapters/stripe/events";
import { pool, prisma } from "@/server/platform/database";
import { sendAccountMailsSoon } from "@/server/delivery/deliveries";
import { AppError } from "@/server/platform/errors";
import type { Call } from "@/server/platform/call";
import { beginWebhookEvent, endWebhookEvent } from "@/server/delivery/statements/webhook-events";
import { refreshSubscription } from "./refresh";
import { requireBilling } from "./require-billing";

/**
 * An event of Stripe's only says whose state to read again. A try is counted before it begins, and the event is done in the
 * transaction that writes what was read: what fails in between is answered with an error, and Stripe sends the event again. What
 * failed too often is left to the next daily look, which puts off what fails. INVALID_SIGNATURE; NOT_FOUND where nothing is sold.
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
  const noted = { provider: "stripe" as const, id, type, now: call.now };
  const state = await beginWebhookEvent(pool(), noted);
  if (state === "done") return { received: true };
  if (state === "spent") {
    if (event.customerId !== null) await hastenSync(event.customerId, call.now);
    await endWebhookEvent(pool(), noted);
    return { received: true };
  }
  const customerId = await customerOf(event);
  const userId = customerId === null ? null : await ownerOf(customerId);
  if (userId === null) await endWebhookEvent(pool(), noted);
  else {
    await refreshSubscription(userId, call.now, (tx) => endWebhookEvent(tx, noted));
    call.after(sendAccountMailsSoon);
  }
  return { received: true };
}

async function customerOf({ customerId, chargeId }: StripeEvent): Promise<string | null> {
  if (customerId !== null || chargeId === null) return customerId;
  return findCustomerOfCharge(chargeId);
}

/** Whose customer at Stripe it is, null when it is nobody's. */
async function ownerOf(customerId: string): Promise<string | null> {
  const mirror = await prisma().subscription.findUnique({ where: { customerId }, select: { userId: true } });
  return mirror?.userId ?? null;
}

/** Has the state of a customer read by the next run, unless it was put off. */
async function hastenSync(customerId: string, now: Date): Promise<void> {
  await prisma().subscription.updateMany({
    where: { customerId, syncAttempts: 0 },
    data: { nextSyncAt: now },
  });
}
