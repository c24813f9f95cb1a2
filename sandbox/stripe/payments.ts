import type { Books } from "./books";
import { type Card, cards } from "./cards";
import type { Charge, Dispute, Invoice, PaymentIntent, PaymentMethod, Refund, Subscription } from "./objects";
import { Refusal, wrongParameter } from "./refusal";

export type Emit = (type: string, object: object) => void;

/** Cards, payments, refunds and disputes. */
export class Payments {
  constructor(
    readonly books: Books,
    readonly emit: Emit,
  ) {}

  /** Saves a card as the customer's default payment method. */
  keepCard(customerId: string, card: Card): PaymentMethod {
    const method = this.books.add("payment_method", {
      type: "card",
      customer: customerId,
      card: { brand: card.brand, last4: card.number.slice(-4), exp_month: 12, exp_year: 2034 },
    });
    this.books.customer(customerId).invoice_settings.default_payment_method = method.id;
    for (const one of this.books.all("subscription")) {
      if (one.customer === customerId) one.default_payment_method = method.id;
    }
    return method;
  }

  /** Finds a test card by its last digits. */
  cardBehind(methodId: string | null): Card {
    const last4 = this.books.find("payment_method", methodId)?.card.last4 ?? "";
    return cards.find(({ number }) => number.endsWith(last4)) ?? cards[0]!;
  }

  openInvoice(
    subscription: Subscription,
    amount: number,
    reason: Invoice["billing_reason"],
    origin: string,
  ): Invoice {
    const item = subscription.items.data[0]!;
    const count = this.books.all("invoice").length + 1;
    const invoice = this.books.add("invoice", {
      customer: subscription.customer,
      customer_email: this.books.find("customer", subscription.customer)?.email ?? null,
      number: `SANDBOX-${String(count).padStart(4, "0")}`,
      status: "open",
      billing_reason: reason,
      currency: subscription.currency,
      amount_due: amount,
      amount_paid: 0,
      amount_remaining: amount,
      total: amount,
      attempt_count: 0,
      attempted: false,
      period_start: item.current_period_start,
      period_end: item.current_period_end,
      hosted_invoice_url: "",
      parent: {
        type: "subscription_details",
        quote_details: null,
        subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
      },
    });
    invoice.hosted_invoice_url = `${origin}/stripe/invoice/${invoice.id}`;
    subscription.latest_invoice = invoice.id;
    this.emit("invoice.created", invoice);
    this.emit("invoice.finalized", invoice);
    return invoice;
  }

  /** Tries to collect an invoice once. */
  collect(invoice: Invoice, outcome: "succeeds" | "fails", methodId: string | null): boolean {
    invoice.attempted = true;
    invoice.attempt_count += 1;
    const isPaid = outcome === "succeeds";
    if (invoice.amount_due > 0) this.#charge(invoice, isPaid, methodId);
    if (isPaid) {
      Object.assign(invoice, { status: "paid", amount_paid: invoice.amount_due, amount_remaining: 0 });
      this.emit("invoice.paid", invoice);
      this.emit("invoice.payment_succeeded", invoice);
    } else this.emit("invoice.payment_failed", invoice);
    return isPaid;
  }

  #charge(invoice: Invoice, isPaid: boolean, methodId: string | null): void {
    const { customer, currency, amount_due: amount } = invoice;
    const intent = this.#intentOf(invoice);
    const charge = this.books.add("charge", {
      amount,
      amount_captured: isPaid ? amount : 0,
      amount_refunded: 0,
      currency,
      customer,
      payment_intent: intent.id,
      payment_method: methodId,
      paid: isPaid,
      captured: isPaid,
      refunded: false,
      disputed: false,
      failure_code: isPaid ? null : "card_declined",
      status: isPaid ? "succeeded" : "failed",
    });
    intent.latest_charge = charge.id;
    intent.payment_method = methodId;
    intent.status = isPaid ? "succeeded" : "requires_payment_method";
    intent.amount_received = isPaid ? amount : 0;
    this.emit(isPaid ? "charge.succeeded" : "charge.failed", charge);
    const payment = this.books.all("invoice_payment").find((one) => one.invoice === invoice.id);
    if (isPaid && payment !== undefined) Object.assign(payment, { status: "paid", amount_paid: amount });
  }

  #intentOf(invoice: Invoice): PaymentIntent {
    const known = this.books.all("invoice_payment").find((payment) => payment.invoice === invoice.id);
    if (known !== undefined) return this.books.get("payment_intent", known.payment.payment_intent);
    const { customer, currency, amount_due: amount } = invoice;
    const intent = this.books.add("payment_intent", {
      amount,
      amount_received: 0,
      currency,
      customer,
      latest_charge: null,
      payment_method: null,
      status: "requires_payment_method",
    });
    this.books.add("invoice_payment", {
      invoice: invoice.id,
      amount_requested: amount,
      amount_paid: null,
      currency,
      is_default: true,
      status: "open",
      payment: { type: "payment_intent", payment_intent: intent.id },
    });
    return intent;
  }

  refund(charge: Charge, amount: number | undefined, more: Pick<Refund, "reason" | "metadata">): Refund {
    const left = charge.amount - charge.amount_refunded;
    if (!charge.paid) throw wrongParameter("charge", `Charge ${charge.id} has not been paid.`);
    if (left === 0) {
      const message = `Charge ${charge.id} has already been refunded.`;
      throw new Refusal(400, message, { code: "charge_already_refunded" });
    }
    if (amount !== undefined && (!(amount > 0) || amount > left))
      throw wrongParameter("amount", "Refund amount is greater than unrefunded amount on charge.");
    charge.amount_refunded += amount ?? left;
    charge.refunded = charge.amount_refunded === charge.amount;
    const refund = this.books.add("refund", {
      amount: amount ?? left,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      currency: charge.currency,
      status: "succeeded",
      ...more,
    });
    this.emit("refund.created", refund);
    this.emit("charge.refunded", charge);
    return refund;
  }

  dispute(charge: Charge): Dispute {
    charge.disputed = true;
    const { amount, currency, payment_intent } = charge;
    const fields = { amount, currency, payment_intent, charge: charge.id, reason: "fraudulent" };
    const dispute = this.books.add("dispute", { ...fields, status: "needs_response" });
    this.emit("charge.dispute.created", dispute);
    return dispute;
  }

  closeDispute(dispute: Dispute, outcome: "won" | "lost"): void {
    dispute.status = outcome;
    this.emit("charge.dispute.closed", dispute);
  }
}
