import { getCard, cards } from "./cards";
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
const acts: Record<string, (stripe: Departments, input: Given) => object> = {
  endPeriod: ({ subscriptions }, input) => {
    const subscription = subscriptionOf(subscriptions.payments.books, input);
    subscriptions.endPeriod(subscription, outcomeIn(input));
    return subscription;
  },
  retryPayment: ({ subscriptions }, input) => {
    const subscription = subscriptionOf(subscriptions.payments.books, input);
    subscriptions.retryPayment(subscription, outcomeIn(input));
    return subscription;
  },
  giveUp: ({ subscriptions }, input) => {
    const subscription = subscriptionOf(subscriptions.payments.books, input);
    if (input.become === "unpaid") subscriptions.setStatus(subscription, "unpaid");
    else subscriptions.cancel(subscription);
    return subscription;
  },
  pause: changed((stripe, subscription) => stripe.subscriptions.setStatus(subscription, "paused")),
  resume: changed((stripe, subscription) => stripe.subscriptions.setStatus(subscription, "active")),
  cancel: changed((stripe, subscription) => stripe.subscriptions.cancel(subscription)),
  cancelAtPeriodEnd: changed((stripe, one) => stripe.subscriptions.cancelAtPeriodEnd(one, true)),
  reactivate: changed((stripe, one) => stripe.subscriptions.cancelAtPeriodEnd(one, false)),
  refund: (stripe, input) => {
    const amount = typeof input.amount === "number" ? input.amount : undefined;
    const more = { reason: "requested_by_customer", metadata: {} };
    return stripe.payments.refund(chargeOf(stripe, input), amount, more);
  },
  dispute: (stripe, input) => stripe.payments.dispute(chargeOf(stripe, input)),
  closeDispute: (stripe, input) => {
    const customer = customerOf(stripe.books, input);
    const dispute = stripe.books
      .all("dispute")
      .find((one) => stripe.books.find("charge", one.charge)?.customer === customer);
    if (dispute === undefined) throw new WrongAct("there is no dispute");
    stripe.payments.closeDispute(dispute, input.outcome === "lost" ? "lost" : "won");
    return dispute;
  },
  deleteCustomer: (stripe, input) => {
    const customer = customerOf(stripe.books, input);
    stripe.subscriptions.deleteCustomer(customer);
    return { id: customer, deleted: true };
  },
  subscribe: ({ subscriptions }, input) => {
    const { books } = subscriptions.payments;
    return subscriptions.start({
      customer: customerOf(books, input),
      price: books.get("price", textIn(input, "price") ?? "price_monthly"),
      card: getCard(textIn(input, "card") ?? "") ?? cards[0]!,
      isPaid: input.paid !== false,
      metadata: {},
      origin: subscriptions.origin,
    });
  },
  pay: (stripe, input) => {
    const session = stripe.books.get("checkout.session", textIn(input, "session") ?? "");
    if (session.status !== "open") throw new WrongAct(`the session is ${session.status}`);
    stripe.checkout.complete(session, getCard(textIn(input, "card") ?? "") ?? cards[0]!);
    return session;
  },
};

export function act(stripe: Departments, name: string, input: Given): object {
  const doIt = acts[name];
  if (doIt === undefined) throw new WrongAct(`no act '${name}'; there are ${Object.keys(acts).join(", ")}`);
  return doIt(stripe, input);
}

function changed(change: (stripe: Departments, subscription: Subscription) => void) {
  return (stripe: Departments, input: Given) => {
    const subscription = subscriptionOf(stripe.books, input);
    change(stripe, subscription);
    return subscription;
  };
}

function textIn(input: Given, name: string): string | undefined {
  const value = input[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function outcomeIn({ payment }: Given): "succeeds" | "fails" | undefined {
  return payment === "succeeds" || payment === "fails" ? payment : undefined;
}

function customerOf(books: Books, input: Given): string {
  const id = textIn(input, "customer");
  if (id !== undefined) return books.customer(id).id;
  const subscription = books.find("subscription", textIn(input, "subscription"));
  if (subscription !== undefined) return subscription.customer;
  const email = textIn(input, "email");
  const found = books
    .all("customer")
    .find((one) => email !== undefined && one.email === email && !books.deleted.has(one.id));
  if (found === undefined)
    throw new WrongAct("name a 'subscription', a 'customer' or an 'email' that exists");
  return found.id;
}

function subscriptionOf(books: Books, input: Given): Subscription {
  const id = textIn(input, "subscription");
  if (id !== undefined) return books.get("subscription", id);
  const customer = customerOf(books, input);
  const own = books.all("subscription").filter((one) => one.customer === customer);
  const found = own.find((one) => !hasEnded(one)) ?? own[0];
  if (found === undefined) throw new WrongAct("the customer has no subscription");
  return found;
}

function chargeOf({ books }: Departments, input: Given): Charge {
  const id = textIn(input, "charge");
  if (id !== undefined) return books.get("charge", id);
  const invoice = books.find("subscription", textIn(input, "subscription"))?.latest_invoice;
  const payment = books.all("invoice_payment").find((one) => one.invoice === invoice);
  const intent = books.find("payment_intent", payment?.payment.payment_intent);
  const paid = books.find("charge", intent?.latest_charge);
  if (paid !== undefined) return paid;
  const customer = customerOf(books, input);
  const found = books.all("charge").find((one) => one.customer === customer && one.paid && !one.refunded);
  if (found === undefined) throw new WrongAct("the customer has paid nothing that is left");
  return found;
}
