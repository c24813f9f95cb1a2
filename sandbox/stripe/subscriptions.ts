import { newId } from "./books";
import type { Card } from "./cards";
import { getList } from "./expand";
import type { Invoice, Price, Subscription, SubscriptionStatus } from "./objects";
import type { Payments } from "./payments";
import { Refusal } from "./refusal";

interface NewSubscription {
  customer: string;
  price: Price;
  card: Card;
  /** Amount of the first invoice. Default: the price. */
  amount?: number;
  /** Whether the first payment succeeds. Otherwise the subscription is incomplete. */
  isPaid?: boolean;
  metadata: Record<string, string>;
  origin: string;
}

/** Maximum number of periods to catch up after the clock was advanced. */
const maxPeriods = 60;

export class Subscriptions {
  /** Base URL of invoices. */
  origin = "";

  constructor(readonly payments: Payments) {}

  get #books() {
    return this.payments.books;
  }

  start({ customer, price, card, amount, isPaid = true, metadata, origin }: NewSubscription): Subscription {
    const now = this.#books.now();
    this.origin = origin;
    const method = this.payments.keepCard(customer, card);
    const id = newId("subscription");
    const period = { current_period_start: now, current_period_end: endOfPeriod(now, price) };
    const subscription = this.#books.add(
      "subscription",
      {
        customer,
        status: isPaid ? "active" : "incomplete",
        cancel_at: null,
        cancel_at_period_end: false,
        canceled_at: null,
        ended_at: null,
        start_date: now,
        billing_cycle_anchor: now,
        currency: price.currency,
        collection_method: "charge_automatically",
        default_payment_method: method.id,
        latest_invoice: null,
        metadata,
        items: getList("/v1/subscription_items", [
          {
            id: `si_${id.slice(4)}`,
            object: "subscription_item",
            created: now,
            livemode: false,
            subscription: id,
            price,
            quantity: 1,
            ...period,
          },
        ]),
      },
      id,
    );
    const invoice = this.payments.openInvoice(
      subscription,
      amount ?? price.unit_amount,
      "subscription_create",
      origin,
    );
    this.payments.collect(invoice, isPaid ? "succeeds" : "fails", method.id);
    this.payments.emit("customer.subscription.created", subscription);
    return subscription;
  }

  /**
   * Ends the period. Cancels the subscription if that was requested, otherwise starts the next period and
   * collects its payment.
   */
  endPeriod(subscription: Subscription, payment?: "succeeds" | "fails", atSecond = this.#books.now()): void {
    const item = subscription.items.data[0]!;
    if (hasEnded(subscription) || subscription.status === "paused") return;
    item.current_period_end = atSecond;
    if (subscription.cancel_at_period_end || (subscription.cancel_at ?? Infinity) <= atSecond)
      return this.cancel(subscription, atSecond);
    const amount = item.price.unit_amount;
    item.current_period_start = atSecond;
    item.current_period_end = endOfPeriod(atSecond, item.price);
    if (subscription.status === "incomplete") return this.setStatus(subscription, "incomplete_expired");
    const invoice = this.payments.openInvoice(subscription, amount, "subscription_cycle", this.origin);
    // Unpaid subscriptions are billed, but not collected.
    if (subscription.status === "unpaid")
      return this.payments.emit("customer.subscription.updated", subscription);
    this.#collect(subscription, invoice, payment);
  }

  /** Retries an open invoice. */
  retryPayment(subscription: Subscription, payment?: "succeeds" | "fails"): void {
    const invoice = this.#books.find("invoice", subscription.latest_invoice);
    if (invoice?.status !== "open" || hasEnded(subscription)) return;
    this.#collect(subscription, invoice, payment);
  }

  #collect(subscription: Subscription, invoice: Invoice, payment?: "succeeds" | "fails"): void {
    const method = subscription.default_payment_method;
    const byCard = this.payments.cardBehind(method).later === "succeeds" ? "succeeds" : "fails";
    const isPaid = this.payments.collect(invoice, payment ?? byCard, method);
    const unpaid = subscription.status === "active" ? "past_due" : subscription.status;
    this.setStatus(subscription, isPaid ? "active" : unpaid);
  }

  setStatus(subscription: Subscription, status: SubscriptionStatus): void {
    const before = subscription.status;
    subscription.status = status;
    this.payments.emit("customer.subscription.updated", subscription);
    if (status === "paused") this.payments.emit("customer.subscription.paused", subscription);
    if (before === "paused") this.payments.emit("customer.subscription.resumed", subscription);
  }

  /** Cancels immediately and permanently. */
  cancel(subscription: Subscription, atSecond = this.#books.now()): void {
    if (hasEnded(subscription)) {
      const message = `No such subscription: '${subscription.id}'`;
      throw new Refusal(404, message, { code: "resource_missing", param: "id" });
    }
    Object.assign(subscription, { status: "canceled", ended_at: atSecond });
    subscription.canceled_at ??= atSecond;
    this.payments.emit("customer.subscription.deleted", subscription);
  }

  cancelAtPeriodEnd(subscription: Subscription, isRequested: boolean): void {
    if (hasEnded(subscription))
      throw new Refusal(
        400,
        "A canceled subscription can only update its cancellation_details and metadata.",
      );
    subscription.cancel_at_period_end = isRequested;
    subscription.cancel_at = isRequested ? subscription.items.data[0]!.current_period_end : null;
    subscription.canceled_at = isRequested ? this.#books.now() : null;
    this.payments.emit("customer.subscription.updated", subscription);
  }

  /** Deletes a customer and cancels its subscriptions. */
  deleteCustomer(customerId: string): void {
    const customer = this.#books.customer(customerId);
    for (const subscription of this.#books.all("subscription")) {
      if (subscription.customer === customerId && !hasEnded(subscription)) this.cancel(subscription);
    }
    this.#books.deleted.add(customerId);
    this.payments.emit("customer.deleted", customer);
  }

  /** Ends the periods that have expired by the clock. */
  catchUp(): void {
    const now = this.#books.now();
    for (const subscription of this.#books.all("subscription")) {
      for (let periods = 0; periods < maxPeriods; periods++) {
        const end = subscription.items.data[0]!.current_period_end;
        if (end > now || hasEnded(subscription) || subscription.status === "paused") break;
        this.endPeriod(subscription, undefined, end);
      }
    }
  }
}

export function hasEnded({ status }: Subscription): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

function endOfPeriod(startSecond: number, price: Price): number {
  const end = new Date(startSecond * 1000);
  const day = end.getUTCDate();
  if (price.recurring.interval === "year") end.setUTCFullYear(end.getUTCFullYear() + 1);
  else end.setUTCMonth(end.getUTCMonth() + 1);
  // In shorter months, use the last day.
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return Math.floor(end.getTime() / 1000);
}
