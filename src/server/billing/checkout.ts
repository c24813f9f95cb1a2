import { createHash } from "node:crypto";
import { createCheckout, expireCheckout, listCheckouts } from "@/adapters/stripe/checkouts";
import { stripeSettings } from "@/adapters/stripe/client";
import { createCustomer } from "@/adapters/stripe/customers";
import type { CheckoutRequest, PaymentPageResponse } from "@/contract/subscription";
import { isPro } from "@/domain/subscription";
import { env } from "@/env";
import { pool, prisma } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import type { Account } from "@/server/accounts/statements/accounts";
import { claimCustomer } from "./statements/mirror";
import { refreshSubscription } from "./refresh";
import { requireBilling } from "./require-billing";

/**
 * Where to pay for Pro: the checkout of this price that is open already, else a new one. Whoever has Pro, also
 * when we had not heard of it yet: ALREADY_SUBSCRIBED.
 */
export async function openCheckout(
  user: Account,
  { priceId }: CheckoutRequest,
  now: Date,
): Promise<PaymentPageResponse> {
  requireBilling("ALREADY_SUBSCRIBED");
  await refreshSubscription(user.id, now);
  const mirror = await prisma().subscription.findUnique({
    where: { userId: user.id },
    select: { customerId: true, status: true, readApplied: true },
  });
  if (isPro(mirror?.status ?? null)) throw new AppError("ALREADY_SUBSCRIBED");
  const customerId = mirror?.customerId ?? (await ownCustomer(user, mirror?.readApplied ?? null, now));
  const price = stripeSettings().prices[priceId];
  const { open, newestId } = await listCheckouts(customerId);
  const reused = open.find((checkout) => checkout.priceId === price);
  // Of two open ones both could be paid.
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
  // Two tabs at once have seen the same newest checkout, so they ask under the same key and get the same one.
  return { url: await createCheckout(order, keyOf("checkout", order, newestId)) };
}

/**
 * The user's customer at Stripe, made now. The last read that was applied is of the look that found no customer: looked up once
 * more it could be that of a customer whom another tab has just made, and Stripe would make a second one under its key.
 */
async function ownCustomer(user: Account, readApplied: number | null, now: Date): Promise<string> {
  const owner = { userId: user.id, email: user.email, name: `${user.firstName} ${user.lastName}` };
  // One that was deleted must not be answered again under the old key.
  const customerId = await createCustomer(owner, keyOf("customer", owner, readApplied));
  return claimCustomer(pool(), { userId: user.id, customerId, now });
}

function keyOf(what: string, fields: object, after: string | number | null): string {
  const hash = createHash("sha256").update(JSON.stringify([fields, after]));
  return `${what}-${hash.digest("base64url")}`;
}
