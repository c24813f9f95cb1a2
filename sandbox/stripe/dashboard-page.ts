import { type ParsedRequest, getFields, seeOther } from "../http";
import { escapeHtml } from "../resend/mailbox-frame";
import { WrongAct } from "./acts";
import type { Customer, Subscription } from "./objects";
import { badge, brand, day, money, note, stripePage } from "./page";
import { Refusal } from "./refusal";
import type { Stripe } from "./stripe";
import { hasEnded } from "./subscriptions";
import { isTaken } from "./webhooks";

const shownEvents = 25;

/** Actions for a subscription: act, parameters, button label. */
const whileAlive: [act: string, input: Record<string, string>, label: string][] = [
  ["endPeriod", { payment: "succeeds" }, "Period ends, paid"],
  ["endPeriod", { payment: "fails" }, "Period ends, payment fails"],
  ["retryPayment", { payment: "succeeds" }, "Retry succeeds"],
  ["giveUp", {}, "Give up on payment"],
  ["cancel", {}, "Cancel immediately"],
];
const always: typeof whileAlive = [
  ["refund", {}, "Refund in full"],
  ["dispute", {}, "Dispute"],
  ["closeDispute", { outcome: "won" }, "Close dispute"],
  ["deleteCustomer", {}, "Delete customer"],
];

/** The dashboard at /stripe. POST runs an act of acts.ts. */
export function handleDashboard(stripe: Stripe, request: ParsedRequest): Response {
  if (request.method !== "POST") return stripePage("Dashboard", dashboard(stripe));
  const { act, ...input } = getFields(request);
  // Show an error if the action is no longer possible.
  try {
    stripe.act(act ?? "", input);
  } catch (error) {
    if (!(error instanceof WrongAct || error instanceof Refusal)) throw error;
    return stripePage("Dashboard", dashboard(stripe, error.message), 409);
  }
  return seeOther("/stripe");
}

function dashboard(stripe: Stripe, why?: string): string {
  const customers = stripe.books.all("customer");
  const list = customers.map((customer) => customerView(stripe, customer)).join("");
  return `<main class="page">
${brand("Stripe", "A stand-in for the payment service: no real cards, no money. Trigger by hand here what people and time would do.")}
${why === undefined ? "" : note("bad", why)}
<div class="stack">
${list === "" ? `<section class="card"><div class="empty"><h2>No customers yet</h2><p>Upgrade to Pro in Earshot and the customer will appear here.</p></div></section>` : list}
<section class="card"><h2>Events</h2>${eventTable(stripe)}</section>
</div></main>`;
}

function customerView(stripe: Stripe, customer: Customer): string {
  const own = stripe.books.all("subscription").filter((one) => one.customer === customer.id);
  const isDeleted = stripe.books.deleted.has(customer.id);
  const lines = own.map((subscription) => subscriptionView(subscription, isDeleted)).join("");
  return `<section class="card"><h2>${escapeHtml(customer.email ?? customer.id)} ${isDeleted ? badge("deleted") : ""}</h2>
${lines === "" ? `<p class="nothing">No subscription.</p>` : lines}</section>`;
}

function subscriptionView(subscription: Subscription, isDeleted: boolean): string {
  const [item] = subscription.items.data;
  const price =
    item === undefined ? "" : `${money(item.price.unit_amount)} per ${item.price.recurring.interval}`;
  const until = item === undefined ? "" : day(item.current_period_end);
  const ending = subscription.cancel_at_period_end ? "ends" : "renews";
  const about = hasEnded(subscription) ? "" : `, ${ending} on ${until}`;
  const shown = isDeleted ? [] : hasEnded(subscription) ? always : [...whileAlive, ...always];
  return `<div class="sheet"><p class="about">${badge(subscription.status)} ${price}${about} <code>${subscription.id}</code></p>
<div class="acts">${shown.map((button) => actForm(subscription, button)).join("")}</div></div>`;
}

function actForm(subscription: Subscription, [act, input, label]: (typeof always)[number]): string {
  const fields = Object.entries({ act, subscription: subscription.id, ...input });
  const hidden = fields
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join("");
  return `<form method="post">${hidden}<button>${label}</button></form>`;
}

function eventTable({ books, webhooks }: Stripe): string {
  const events = books.all("event").slice(0, shownEvents);
  if (events.length === 0) return `<p class="nothing">No events yet.</p>`;
  const result = (id: string, isSent: boolean) => {
    const response = webhooks.responses.get(id);
    if (!isSent) return "";
    if (response === undefined) return "sending";
    return response === 0 ? "no response" : isTaken(response) ? "accepted" : `returned ${response}`;
  };
  const lines = events.map(
    (event) =>
      `<tr><td>${event.type}</td><td><code>${event.id}</code></td><td>${result(event.id, event.pending_webhooks > 0)}</td></tr>`,
  );
  return `<div class="scroll"><table>${lines.join("")}</table></div>`;
}
