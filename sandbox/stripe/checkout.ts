import type { Books } from "./books";
import { newId } from "./books";
import type { Card } from "./cards";
import { below, type Fields, isTrue, listIn, mergedMetadata, getText } from "./fields";
import type { CheckoutSession, Price } from "./objects";
import { Refusal, wrongParameter } from "./refusal";
import type { Subscriptions } from "./subscriptions";

/** Sessions expire after a day, like Stripe's. */
const lifetimeSeconds = 24 * 60 * 60;

/** Checkout sessions, created through the API and paid on a page. */
export class Checkout {
  constructor(private readonly subscriptions: Subscriptions) {}

  get #books(): Books {
    return this.subscriptions.payments.books;
  }

  create(fields: Fields, origin: string): CheckoutSession {
    const [line, ...more] = listIn(fields, "line_items");
    const priceId = typeof line === "object" ? getText(line, "price") : undefined;
    if (getText(fields, "mode") !== "subscription")
      throw wrongParameter("mode", "The sandbox sells subscriptions only.");
    if (priceId === undefined || more.length > 0)
      throw wrongParameter("line_items", "The sandbox takes one line item with a price.");
    const price = this.#books.get("price", priceId, "line_items[0][price]");
    const successUrl = addressIn(fields, "success_url");
    if (successUrl === undefined) throw wrongParameter("success_url", "Missing required param: success_url.");
    const customer = getText(fields, "customer");
    if (customer !== undefined) this.#books.customer(customer, "customer");
    const taxed = isTrue(below(fields, "automatic_tax"), "enabled");
    const id = newId("checkout.session");
    const session = this.#books.add(
      "checkout.session",
      {
        mode: "subscription",
        status: "open",
        payment_status: "unpaid",
        customer: customer ?? null,
        client_reference_id: getText(fields, "client_reference_id") ?? null,
        subscription: null,
        invoice: null,
        success_url: successUrl,
        cancel_url: addressIn(fields, "cancel_url") ?? null,
        url: `${origin}/stripe/pay/${id}`,
        expires_at: this.#books.now() + lifetimeSeconds,
        currency: price.currency,
        amount_subtotal: price.unit_amount,
        amount_total: price.unit_amount,
        allow_promotion_codes: isTrue(fields, "allow_promotion_codes"),
        billing_address_collection: getText(fields, "billing_address_collection") ?? null,
        automatic_tax: { enabled: taxed, status: taxed ? "complete" : null },
        metadata: mergedMetadata({}, fields),
        discounts: null,
      },
      id,
    );
    const metadata = mergedMetadata({}, below(fields, "subscription_data"));
    this.#books.orders.set(id, { priceId: price.id, metadata, origin });
    return session;
  }

  priceOf(session: CheckoutSession): Price {
    return this.#books.get("price", this.#books.orders.get(session.id)!.priceId);
  }

  expire(session: CheckoutSession): void {
    if (session.status !== "open") {
      const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`;
      throw new Refusal(400, message);
    }
    Object.assign(session, { status: "expired", url: null });
    this.subscriptions.payments.emit("checkout.session.expired", session);
  }

  /** Applies a promotion code to the first payment. Returns false if it doesn't exist. */
  applyCode(session: CheckoutSession, typed: string): boolean {
    const code = this.#books
      .all("promotion_code")
      .find((one) => one.active && one.code.toLowerCase() === typed.trim().toLowerCase());
    if (code === undefined) return false;
    const { percent_off } = code.promotion.coupon;
    session.amount_total = Math.round((session.amount_subtotal * (100 - percent_off)) / 100);
    session.discounts = [{ promotion_code: code.id }];
    return true;
  }

  /** Completes a payment and starts the subscription. */
  complete(session: CheckoutSession, card: Card): void {
    const { customer } = session;
    if (customer === null) throw new Error("a session without a customer was paid");
    const { metadata, origin } = this.#books.orders.get(session.id)!;
    const price = this.priceOf(session);
    const amount = session.amount_total;
    const subscription = this.subscriptions.start({ customer, price, card, amount, metadata, origin });
    Object.assign(session, {
      status: "complete",
      payment_status: amount === 0 ? "no_payment_required" : "paid",
      subscription: subscription.id,
      invoice: subscription.latest_invoice,
      url: null,
    });
    this.subscriptions.payments.emit("checkout.session.completed", session);
  }

  catchUp(): void {
    const now = this.#books.now();
    for (const session of this.#books.all("checkout.session")) {
      if (session.status === "open" && session.expires_at <= now) this.expire(session);
    }
  }
}

function addressIn(fields: Fields, name: string): string | undefined {
  const address = getText(fields, name);
  if (address !== undefined && !/^https?:\/\//.test(address)) throw wrongParameter(name, "Not a valid URL");
  return address;
}
