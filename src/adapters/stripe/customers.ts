import * as z from "zod";
import type { PaidSubscription } from "@/domain/plans/subscription";
import { request, findOrNull, withKey } from "./client";
import { readRefunded } from "./refunds";

export interface CustomerState {
  email: string | null;
  subscriptions: PaidSubscription[];
  hasOpenDispute: boolean;
}

/** Maximum number of subscriptions and charges read, newest first. */
const max = 100;

const unixTime = z.number().transform((value) => new Date(value * 1000));
const subscription = z.object({
  id: z.string(),
  status: z.string(),
  created: unixTime,
  cancel_at: unixTime.nullable(),
  cancel_at_period_end: z.boolean(),
  latest_invoice: z.string().nullable(),
  items: z.object({
    data: z.array(
      z.object({
        price: z.object({ id: z.string() }),
        current_period_start: unixTime,
        current_period_end: unixTime,
      }),
    ),
  }),
});
const charge = z.object({
  id: z.string(),
  refunded: z.boolean(),
  disputed: z.boolean(),
  payment_intent: z.string().nullable(),
});
const customer = z.object({
  id: z.string(),
  email: z.string().nullish(),
  deleted: z.literal(true).optional(),
});
const openDispute = /^(needs_response|under_review|warning_needs_response|warning_under_review|appeal_)/;

/** Returns 'unknown', not 'deleted', if missing: the API key could belong to another account. */
export async function readCustomer(customerId: string): Promise<CustomerState | "deleted" | "unknown"> {
  const found = await findOrNull((stripe) => stripe.customers.retrieve(customerId));
  if (found === null) return "unknown";
  const { email, deleted } = customer.parse(found);
  if (deleted) return "deleted";
  const query = { customer: customerId, limit: max };
  const [listed, charged] = await Promise.all([
    request((stripe) => stripe.subscriptions.list({ ...query, status: "all" })),
    request((stripe) => stripe.charges.list(query)),
  ]);
  const charges = z.array(charge).parse(charged.data);
  const refunded = await readRefunded(charges.filter((one) => one.refunded));
  const subscriptions = z.array(subscription).parse(listed.data);
  return {
    email: email ?? null,
    subscriptions: subscriptions.map((one) => toPaidSubscription(one, refunded.has(one.id))),
    hasOpenDispute: await hasOpenDispute(charges.filter((one) => one.disputed).map(({ id }) => id)),
  };
}

function toPaidSubscription(stored: z.infer<typeof subscription>, isRefunded: boolean): PaidSubscription {
  const [item] = stored.items.data;
  const end = item?.current_period_end ?? null;
  return {
    id: stored.id,
    status: stored.status,
    priceId: item?.price.id ?? null,
    createdAt: stored.created,
    cancelAtPeriodEnd: stored.cancel_at_period_end || stored.cancel_at !== null,
    currentPeriodStart: item?.current_period_start ?? null,
    currentPeriodEnd: stored.cancel_at_period_end ? end : (stored.cancel_at ?? end),
    latestInvoiceId: stored.latest_invoice,
    isRefunded,
  };
}

async function hasOpenDispute(chargeIds: readonly string[]): Promise<boolean> {
  for (const chargeId of chargeIds) {
    const { data } = await request((stripe) => stripe.disputes.list({ charge: chargeId, limit: max }));
    if (data.some(({ status }) => openDispute.test(status))) return true;
  }
  return false;
}

/** Creates a customer. The same key returns the same customer for a day. */
export async function createCustomer(
  owner: { userId: string; email: string; name: string },
  key: string,
): Promise<string> {
  const { userId, email, name } = owner;
  const fields = { email, name, metadata: { userId } };
  const created = await request((stripe) =>
    withKey(key, (idempotencyKey) => stripe.customers.create(fields, { idempotencyKey })),
  );
  return customer.parse(created).id;
}

export async function updateCustomerEmail(customerId: string, email: string): Promise<void> {
  await request((stripe) => stripe.customers.update(customerId, { email }));
}

/** Deletes the customer and cancels its subscriptions immediately. No-op if it no longer exists. */
export async function deleteCustomer(customerId: string): Promise<void> {
  await findOrNull((stripe) => stripe.customers.del(customerId));
}

export async function findCustomerOfCharge(chargeId: string): Promise<string | null> {
  const found = await findOrNull((stripe) => stripe.charges.retrieve(chargeId));
  return z.object({ customer: z.string().nullable() }).nullable().parse(found)?.customer ?? null;
}
