import { cardOf, cards } from "./cards";
import type { Charge, Subscription } from "./objects";
import type { Books } from "./books";
import type { Checkout } from "./checkout";
import type { Payments } from "./payments";
import { hasEnded, type Subscriptions } from "./subscriptions";

type Given = Record<string, unknown>;

/** The parts of the mock that acts use. */
interface Departments {
  books: Books;
  payments: Payments;
  subscriptions: Subscriptions;
  checkout: Checkout;
}

/** An act that isn't possible, because its object doesn't exist or isn't in the right state. */
export class WrongAct extends Error {}

/**
 * Simulated actions of people, banks and time. `subscription` is an id; the default is the newest one of
 * `customer` or of the customer with `email`.
 *
 * endPeriod      { payment?: succeeds | fails }     ends the current period
 * retryPayment   { payment?: succeeds | fails }     retries the open invoice
 * giveUp         { become?: canceled | unpaid }     ends the retries
 * pause, resume, cancel, cancelAtPeriodEnd, reactivate
 * refund         { amount? }                        of the newest paid charge, by default in full
 * dispute, closeDispute { outcome?: won | lost }
 * deleteCustomer { customer | email }
 * subscribe      { customer | email, price?, card?, paid? }     creates a subscription without a checkout
 * pay            { session, card? }                 pays on the hosted page
 */
const acts: Record<string, (stripe: Departments, given: Given) => object> = {
  endPeriod: ({ subscriptions }, given) => {
    const subscription = subscriptionOf(subscriptions.payments.books, given);
    subscriptions.endPeriod(subscription, outcomeIn(given));
    return subscription;
  },
  retryPayment: ({ subscriptions }, given) => {
    const subscription = subscriptionOf(subscriptions.payments.books, given);
    subscriptions.retryPayment(subscription, outcomeIn(given));
    return subscription;
  },
  giveUp: ({ subscriptions }, given) => {
    const subscription = subscriptionOf(subscriptions.payments.books, given);
    if (given.become === "unpaid") subscriptions.setStatus(subscription, "unpaid");
    else subscriptions.cancel(subscription);
    return subscription;
  },
  pause: changed((stripe, subscription) => stripe.subscriptions.setStatus(subscription, "paused")),
  resume: changed((stripe, subscription) => stripe.subscriptions.setStatus(subscription, "active")),
  cancel: changed((stripe, subscription) => stripe.subscriptions.cancel(subscription)),
  cancelAtPeriodEnd: changed((stripe, one) => stripe.subscriptions.cancelAtPeriodEnd(one, true)),
  reactivate: changed((stripe, one) => stripe.subscriptions.cancelAtPeriodEnd(one, false)),
  refund: (stripe, given) => {
    const amount = typeof given.amount === "number" ? given.amount : undefined;
    const more = { reason: "requested_by_customer", metadata: {} };
    return stripe.payments.refund(chargeOf(stripe, given), amount, more);
  },
  dispute: (stripe, given) => stripe.payments.dispute(chargeOf(stripe, given)),
  closeDispute: (stripe, given) => {
    const customer = customerOf(stripe.books, given);
    const dispute = stripe.books
      .all("dispute")
      .find((one) => stripe.books.find("charge", one.charge)?.customer === customer);
    if (dispute === undefined) throw new WrongAct("there is no dispute");
    stripe.payments.closeDispute(dispute, given.outcome === "lost" ? "lost" : "won");
    return dispute;
  },
  deleteCustomer: (stripe, given) => {
    const customer = customerOf(stripe.books, given);
    stripe.subscriptions.deleteCustomer(customer);
    return { id: customer, deleted: true };
  },
  subscribe: ({ subscriptions }, given) => {
    const { books } = subscriptions.payments;
    return subscriptions.start({
      customer: customerOf(books, given),
      price: books.get("price", textIn(given, "price") ?? "price_monthly"),
      card: cardOf(textIn(given, "card") ?? "") ?? cards[0]!,
      isPaid: given.paid !== false,
      metadata: {},
      origin: subscriptions.origin,
    });
  },
  pay: (stripe, given) => {
    const session = stripe.books.get("checkout.session", textIn(given, "session") ?? "");
    if (session.status !== "open") throw new WrongAct(`the session is ${session.status}`);
    stripe.checkout.complete(session, cardOf(textIn(given, "card") ?? "") ?? cards[0]!);
    return session;
  },
};

export function act(stripe: Departments, name: string, given: Given): object {
  const doIt = acts[name];
  if (doIt === undefined) throw new WrongAct(`no act '${name}'; there are ${Object.keys(acts).join(", ")}`);
  return doIt(stripe, given);
}

function changed(change: (stripe: Departments, subscription: Subscription) => void) {
  return (stripe: Departments, given: Given) => {
    const subscription = subscriptionOf(stripe.books, given);
    change(stripe, subscription);
    return subscription;
  };
}

function textIn(given: Given, name: string): string | undefined {
  const value = given[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function outcomeIn({ payment }: Given): "succeeds" | "fails" | undefined {
  return payment === "succeeds" || payment === "fails" ? payment : undefined;
}

function customerOf(books: Books, given: Given): string {
  const id = textIn(given, "customer");
  if (id !== undefined) return books.customer(id).id;
  const subscription = books.find("subscription", textIn(given, "subscription"));
  if (subscription !== undefined) return subscription.customer;
  const email = textIn(given, "email");
  const found = books
    .all("customer")
    .find((one) => email !== undefined && one.email === email && !books.deleted.has(one.id));
  if (found === undefined)
    throw new WrongAct("name a 'subscription', a 'customer' or an 'email' that exists");
  return found.id;
}

function subscriptionOf(books: Books, given: Given): Subscription {
  const id = textIn(given, "subscription");
  if (id !== undefined) return books.get("subscription", id);
  const customer = customerOf(books, given);
  const own = books.all("subscription").filter((one) => one.customer === customer);
  const found = own.find((one) => !hasEnded(one)) ?? own[0];
  if (found === undefined) throw new WrongAct("the customer has no subscription");
  return found;
}

function chargeOf({ books }: Departments, given: Given): Charge {
  const id = textIn(given, "charge");
  if (id !== undefined) return books.get("charge", id);
  const invoice = books.find("subscription", textIn(given, "subscription"))?.latest_invoice;
  const payment = books.all("invoice_payment").find((one) => one.invoice === invoice);
  const intent = books.find("payment_intent", payment?.payment.payment_intent);
  const paid = books.find("charge", intent?.latest_charge);
  if (paid !== undefined) return paid;
  const customer = customerOf(books, given);
  const found = books.all("charge").find((one) => one.customer === customer && one.paid && !one.refunded);
  if (found === undefined) throw new WrongAct("the customer has paid nothing that is left");
  return found;
}
