import { findCustomerOfCharge } from "@/adapters/stripe/customers";
import { readStripeEvent, type StripeEvent } from "@/adapters/stripe/events";
import { pool } from "@/server/database";
import { sendAccountMailsSoon } from "@/server/deliveries";
import { AppError } from "@/server/http/errors";
import type { Call } from "@/server/http/route";
import { findCustomerOwner } from "@/server/sql/find-customer-owner";
import { hasWebhookEvent } from "@/server/sql/has-webhook-event";
import { insertWebhookEvent } from "@/server/sql/insert-webhook-event";
import { refreshSubscription } from "./refresh";

/**
 * An event of Stripe's only says whose state to read again. It is noted in the transaction that writes what was
 * read: what fails in between is answered with an error, and Stripe sends the event again. INVALID_SIGNATURE.
 */
export async function takeStripeEvent(
  headers: Headers,
  bytes: Uint8Array,
  call: Pick<Call, "now" | "after">,
): Promise<{ received: true }> {
  const event = readStripeEvent(headers, bytes);
  if (event === null) throw new AppError("INVALID_SIGNATURE");
  const { id, type } = event;
  if (await hasWebhookEvent(pool(), { provider: "stripe", id })) return { received: true };
  const customerId = await customerOf(event);
  const userId = customerId === null ? null : await findCustomerOwner(pool(), customerId);
  const noted = { provider: "stripe" as const, id, type, now: call.now };
  if (userId === null) await insertWebhookEvent(pool(), noted);
  else {
    await refreshSubscription(userId, call.now, (tx) => insertWebhookEvent(tx, noted));
    call.after(sendAccountMailsSoon);
  }
  return { received: true };
}

async function customerOf({ customerId, chargeId }: StripeEvent): Promise<string | null> {
  if (customerId !== null || chargeId === null) return customerId;
  return findCustomerOfCharge(chargeId);
}
