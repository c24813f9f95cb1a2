import * as z from "zod";
import { request, findOrNull, withKey } from "./client";

const max = 100;

const paymentOf = z.object({
  invoice: z.object({
    parent: z.object({ subscription_details: z.object({ subscription: z.string() }).nullable() }).nullable(),
  }),
});
const intentOf = z.object({ payment: z.object({ payment_intent: z.string().optional() }) });

export async function readRefunded(
  charges: readonly { payment_intent: string | null }[],
): Promise<Set<string>> {
  const subscriptions = new Set<string>();
  for (const { payment_intent } of charges) {
    if (payment_intent === null) continue;
    const payment = { type: "payment_intent" as const, payment_intent };
    const { data } = await request((stripe) =>
      stripe.invoicePayments.list({ payment, limit: max, expand: ["data.invoice"] }),
    );
    for (const { invoice } of z.array(paymentOf).parse(data)) {
      const details = invoice.parent?.subscription_details;
      if (details) subscriptions.add(details.subscription);
    }
  }
  return subscriptions;
}

/** Refunds all payments of an invoice. Idempotent. */
export async function refundInvoice(invoiceId: string): Promise<void> {
  const { data } = await request((stripe) =>
    stripe.invoicePayments.list({ invoice: invoiceId, status: "paid", limit: max }),
  );
  for (const { payment } of z.array(intentOf).parse(data)) {
    const intent = payment.payment_intent;
    if (intent === undefined) continue;
    const refund = { payment_intent: intent, reason: "duplicate" as const };
    await findOrNull((stripe) =>
      withKey(`refund-${intent}`, (idempotencyKey) => stripe.refunds.create(refund, { idempotencyKey })),
    );
  }
}
