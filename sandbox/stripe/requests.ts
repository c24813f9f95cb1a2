import type { Checkout } from "./checkout";
import { getList } from "./expand";
import { below, type Fields, isTrue, mergedMetadata, getText } from "./fields";
import type { Charge, Customer, Invoice, InvoicePayment, Kind, Subscription } from "./objects";
import { missing, wrongParameter } from "./refusal";
import type { Subscriptions } from "./subscriptions";

/** Dependencies of an API endpoint. */
export interface StripeBackend {
  checkout: Checkout;
  subscriptions: Subscriptions;
  /** The sandbox's URL, as the client used it. */
  origin: string;
}

export type Call = (backend: StripeBackend, fields: Fields, id: string) => object;

/** Kinds that can be listed and read, by path, with their filters. */
export const shelves: Record<string, { kind: Kind; filters: readonly string[] }> = {
  customers: { kind: "customer", filters: ["email"] },
  products: { kind: "product", filters: [] },
  prices: { kind: "price", filters: ["product"] },
  promotion_codes: { kind: "promotion_code", filters: ["code"] },
  payment_methods: { kind: "payment_method", filters: ["customer"] },
  "checkout/sessions": { kind: "checkout.session", filters: ["customer", "status", "subscription"] },
  subscriptions: { kind: "subscription", filters: ["customer", "status"] },
  invoices: { kind: "invoice", filters: ["customer", "status", "subscription"] },
  invoice_payments: { kind: "invoice_payment", filters: ["invoice", "status", "payment_intent"] },
  payment_intents: { kind: "payment_intent", filters: ["customer"] },
  charges: { kind: "charge", filters: ["customer", "payment_intent"] },
  refunds: { kind: "refund", filters: ["charge", "payment_intent"] },
  disputes: { kind: "dispute", filters: ["charge", "payment_intent"] },
  events: { kind: "event", filters: ["type"] },
};

/** Endpoints that change objects, by method and path. '*' is an id. */
export const calls: Record<string, Call> = {
  "POST /v1/customers": ({ subscriptions }, fields) => {
    const { books, emit } = subscriptions.payments;
    const customer = books.add("customer", {
      email: null,
      name: null,
      address: null,
      metadata: {},
      currency: null,
      invoice_settings: { default_payment_method: null },
    });
    fillCustomer(customer, fields);
    emit("customer.created", customer);
    return customer;
  },
  "POST /v1/customers/*": ({ subscriptions }, fields, id) => {
    const { books, emit } = subscriptions.payments;
    const customer = books.customer(id);
    fillCustomer(customer, fields);
    emit("customer.updated", customer);
    return customer;
  },
  "DELETE /v1/customers/*": ({ subscriptions }, _, id) => {
    subscriptions.deleteCustomer(id);
    return { id, object: "customer", deleted: true };
  },
  "POST /v1/checkout/sessions": ({ checkout, origin }, fields) => checkout.create(fields, origin),
  "POST /v1/checkout/sessions/*/expire": ({ checkout, subscriptions }, _, id) => {
    const session = subscriptions.payments.books.get("checkout.session", id);
    checkout.expire(session);
    return session;
  },
  "POST /v1/subscriptions/*": ({ subscriptions }, fields, id) => {
    const subscription = subscriptions.payments.books.get("subscription", id);
    changeSubscription(subscriptions, subscription, fields);
    return subscription;
  },
  "DELETE /v1/subscriptions/*": ({ subscriptions }, _, id) => {
    const subscription = subscriptions.payments.books.get("subscription", id);
    subscriptions.cancel(subscription);
    return subscription;
  },
  "POST /v1/refunds": ({ subscriptions }, fields) => {
    const { payments } = subscriptions;
    const amount = getText(fields, "amount");
    return payments.refund(
      chargeMeant(subscriptions, fields),
      amount === undefined ? undefined : Number(amount),
      {
        reason: getText(fields, "reason") ?? null,
        metadata: mergedMetadata({}, fields),
      },
    );
  },
  "POST /v1/billing_portal/sessions": ({ subscriptions, origin }, fields) => {
    const { books } = subscriptions.payments;
    const customer = getText(fields, "customer");
    if (customer === undefined) throw wrongParameter("customer", "Missing required param: customer.");
    books.customer(customer, "customer");
    const fresh = { customer, return_url: getText(fields, "return_url") ?? null, url: "" };
    const session = books.add("billing_portal.session", fresh);
    session.url = `${origin}/stripe/portal/${session.id}`;
    return session;
  },
};

/** Returns an object by id. Deleted customers have `deleted: true`. */
export function readOne({ subscriptions }: StripeBackend, kind: Kind, id: string): object {
  const { books } = subscriptions.payments;
  if (books.deleted.has(id)) return { id, object: "customer", deleted: true };
  return books.get(kind, id);
}

/** Returns a page of a list, newest first. */
export function readList({ subscriptions }: StripeBackend, place: string, fields: Fields): object {
  const { books } = subscriptions.payments;
  const { kind, filters } = shelves[place]!;
  const customer = getText(fields, "customer");
  if (customer !== undefined && books.find("customer", customer) === undefined)
    throw missing("customer", customer, "customer");
  const filterFields = { ...fields, ...below(fields, "payment") };
  const wanted = books.all(kind).filter((thing) => {
    const known = shown(thing);
    return filters.every((name) => fits(known, name, getText(filterFields, name)));
  });
  const after = getText(fields, "starting_after");
  const start = after === undefined ? 0 : wanted.findIndex(({ id }) => id === after) + 1;
  const limit = Math.min(100, Number(getText(fields, "limit") ?? 10));
  const page = wanted.slice(start, start + limit);
  return getList(`/v1/${place}`, page, wanted.length > start + limit);
}

/** Adds nested fields that lists can be filtered by. */
function shown(thing: object): Record<string, unknown> {
  const { parent, payment } = thing as { parent?: Invoice["parent"]; payment?: InvoicePayment["payment"] };
  return { ...thing, ...parent?.subscription_details, ...payment };
}

function fits(thing: Record<string, unknown>, name: string, wanted: string | undefined): boolean {
  // By default, ended subscriptions are not listed.
  if (thing.object === "subscription" && name === "status") {
    if (wanted === "all") return true;
    if (wanted === undefined) return thing.status !== "canceled" && thing.status !== "incomplete_expired";
    if (wanted === "ended") return thing.status === "canceled" || thing.status === "incomplete_expired";
  }
  return wanted === undefined || thing[name] === wanted;
}

function fillCustomer(customer: Customer, fields: Fields): void {
  customer.email = getText(fields, "email") ?? customer.email;
  customer.name = getText(fields, "name") ?? customer.name;
  customer.metadata = mergedMetadata(customer.metadata, fields);
}

function changeSubscription(subscriptions: Subscriptions, subscription: Subscription, fields: Fields): void {
  subscription.metadata = mergedMetadata(subscription.metadata, fields);
  const cancelAt = getText(fields, "cancel_at");
  if (cancelAt !== undefined && "cancel_at_period_end" in fields)
    throw wrongParameter(
      "cancel_at",
      "You may only specify one of these parameters: cancel_at, cancel_at_period_end.",
    );
  if ("cancel_at_period_end" in fields)
    subscriptions.cancelAtPeriodEnd(subscription, isTrue(fields, "cancel_at_period_end"));
  if (cancelAt === "") subscriptions.cancelAtPeriodEnd(subscription, false);
}

function chargeMeant({ payments }: Subscriptions, fields: Fields): Charge {
  const intent = getText(fields, "payment_intent");
  const chargeId = getText(fields, "charge");
  if (chargeId !== undefined) return payments.books.get("charge", chargeId, "charge");
  if (intent === undefined)
    throw wrongParameter("charge", "One of the following params should be provided: charge, payment_intent.");
  const { latest_charge } = payments.books.get("payment_intent", intent, "payment_intent");
  return payments.books.get("charge", latest_charge ?? "", "payment_intent");
}

/** Returns the paths to expand. */
export function expandsIn(fields: Fields): string[] {
  return Object.values(below(fields, "expand")).filter((path) => typeof path === "string");
}
