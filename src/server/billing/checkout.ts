import { createHash } from "node:crypto";
import { createCheckout, expireCheckout, listCheckouts } from "@/adapters/stripe/checkouts";
import { stripeSettings } from "@/adapters/stripe/client";
import { createCustomer } from "@/adapters/stripe/customers";
import type { CheckoutRequest, PaymentPageResponse } from "@/contract/subscription";
import { isPro } from "@/domain/plans/subscription";
import { env } from "@/env";
import { AppError } from "@/server/platform/errors";
import type { Account } from "@/server/accounts/statements/accounts";
import { claimCustomer } from "./statements/mirror";
import { refreshSubscription } from "./refresh";
import { requireBilling } from "./require-billing";
import { findMirror } from "./statements/mirror";

/** Reuses an open checkout with the same price. Refreshes first; throws ALREADY_SUBSCRIBED with Pro. */
export async function openCheckout(
  user: Account,
  { priceId }: CheckoutRequest,
  now: Date,
): Promise<PaymentPageResponse> {
  requireBilling("ALREADY_SUBSCRIBED");
  await refreshSubscription(user.id, now);
  const mirror = await findMirror(user.id);
  if (isPro(mirror?.status ?? null)) throw new AppError("ALREADY_SUBSCRIBED");
  const customerId = mirror?.customerId ?? (await ownCustomer(user, mirror?.readApplied ?? null, now));
  const price = stripeSettings().prices[priceId];
  const { open, newestId } = await listCheckouts(customerId);
  const reused = open.find((checkout) => checkout.priceId === price);
  // Otherwise both could be paid.
  for (const other of open.filter((checkout) => checkout !== reused)) await expireCheckout(other.id);
  if (reused !== undefined) return { url: reused.url };
  const { APP_URL, STRIPE_AUTOMATIC_TAX } = env();
  const order = {
    userId: user.id,
    customerId,
    priceId: price,
    successUrl: `${APP_URL}/subscription/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${APP_URL}/subscription/cancel`,
    hasTax: STRIPE_AUTOMATIC_TAX === "on",
  };
  // Parallel requests see the same latest checkout, so they get the same idempotency key.
  return { url: await createCheckout(order, getKey("checkout", order, newestId)) };
}

/** `readApplied` must come from the query that found no customer, or another tab could add a second. */
async function ownCustomer(user: Account, readApplied: number | null, now: Date): Promise<string> {
  const owner = { userId: user.id, email: user.email, name: `${user.firstName} ${user.lastName}` };
  // The key changes, so Stripe doesn't return a deleted customer again.
  const customerId = await createCustomer(owner, getKey("customer", owner, readApplied));
  return claimCustomer(user.id, customerId, now);
}

function getKey(what: string, fields: object, after: string | number | null): string {
  const hash = createHash("sha256").update(JSON.stringify([fields, after]));
  return `${what}-${hash.digest("base64url")}`;
}
