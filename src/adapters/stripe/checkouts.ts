import type Stripe from "stripe";
import * as z from "zod";
import { request, findOrNull, withKey } from "./client";

const session = z.object({
  id: z.string(),
  status: z.enum(["open", "complete", "expired"]).nullable(),
  url: z.string().nullable(),
  customer: z.string().nullable(),
  client_reference_id: z.string().nullable(),
  metadata: z.record(z.string(), z.string()).nullable(),
});

export interface OpenCheckout {
  id: string;
  priceId: string;
  url: string;
}

export interface CheckoutOrder {
  userId: string;
  customerId: string;
  priceId: string;
  successUrl: string;
  cancelUrl: string;
  hasTax: boolean;
}

const max = 100;

/** Returns a customer's open checkouts, and the id of the newest one in any state. */
export async function listCheckouts(
  customerId: string,
): Promise<{ open: OpenCheckout[]; newestId: string | null }> {
  const { data } = await request((stripe) =>
    stripe.checkout.sessions.list({ customer: customerId, limit: max }),
  );
  const sessions = z.array(session).parse(data);
  const open = sessions.flatMap(({ id, status, url, metadata }) =>
    status === "open" && url !== null ? [{ id, url, priceId: metadata?.priceId ?? "" }] : [],
  );
  return { open, newestId: sessions[0]?.id ?? null };
}

/** Creates a checkout and returns its URL. The same key returns the same checkout for a day. */
export async function createCheckout(order: CheckoutOrder, key: string): Promise<string> {
  const fields = {
    mode: "subscription",
    customer: order.customerId,
    client_reference_id: order.userId,
    line_items: [{ price: order.priceId, quantity: 1 }],
    allow_promotion_codes: true,
    // Always collect the billing address, so taxes can be turned on later.
    billing_address_collection: "required",
    customer_update: { address: "auto", name: "auto" },
    automatic_tax: { enabled: order.hasTax },
    tax_id_collection: { enabled: order.hasTax },
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    metadata: { userId: order.userId, priceId: order.priceId },
    subscription_data: { metadata: { userId: order.userId } },
  } as const satisfies Parameters<Stripe["checkout"]["sessions"]["create"]>[0];
  const created = await request((stripe) =>
    withKey(key, (idempotencyKey) => stripe.checkout.sessions.create(fields, { idempotencyKey })),
  );
  return z.object({ url: z.string() }).parse(created).url;
}

/** Expires the checkout session. No-op if it's already complete or expired. */
export async function expireCheckout(sessionId: string): Promise<void> {
  await findOrNull((stripe) => stripe.checkout.sessions.expire(sessionId));
}

export async function findCheckout(
  sessionId: string,
): Promise<{ customerId: string | null; userId: string | null } | null> {
  const found = await findOrNull((stripe) => stripe.checkout.sessions.retrieve(sessionId));
  if (found === null) return null;
  const { customer, client_reference_id } = session.parse(found);
  return { customerId: customer, userId: client_reference_id };
}

/** Returns the URL of the billing portal, or null if the customer no longer exists. */
export async function createPortal(customerId: string, returnUrl: string): Promise<string | null> {
  const created = await findOrNull((stripe) =>
    stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
  );
  return created === null ? null : z.object({ url: z.string() }).parse(created).url;
}
