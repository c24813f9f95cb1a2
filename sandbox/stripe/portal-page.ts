import { type ParsedRequest, getFields, seeOther } from "../http";
import { escapeHtml } from "../resend/mailbox-frame";
import { getCard, cards, inGroups } from "./cards";
import type { Invoice, PortalSession, Subscription } from "./objects";
import { badge, brand, day, field, money, note, problemPage, stripePage } from "./page";
import type { Stripe } from "./stripe";
import { hasEnded } from "./subscriptions";

/**
 * A customer's billing portal: /stripe/portal/ID. POST with do=cancel, do=renew, or do=card with a new card,
 * which also retries open invoices.
 */
export function handlePortal(stripe: Stripe, request: ParsedRequest, id: string): Response {
  const session = stripe.books.find("billing_portal.session", id);
  if (session === undefined || stripe.books.deleted.has(session.customer))
    return problemPage("Nothing to see", "This portal session doesn't exist.", 404);
  if (request.method !== "POST") return stripePage("Billing", portalView(stripe, session));
  const { do: action, number = "" } = getFields(request);
  const subscription = getCurrent(stripe, session.customer);
  if (action === "card") {
    const card = getCard(number);
    if (card === undefined || card.byHolder === "declined")
      return stripePage("Billing", portalView(stripe, session, "Your card was declined."), 402);
    stripe.payments.keepCard(session.customer, card);
    if (subscription !== undefined) stripe.subscriptions.retryPayment(subscription);
  }
  if ((action === "cancel" || action === "renew") && subscription !== undefined && !hasEnded(subscription))
    stripe.subscriptions.cancelAtPeriodEnd(subscription, action === "cancel");
  return seeOther(`/stripe/portal/${id}`);
}

function getCurrent({ books }: Stripe, customer: string): Subscription | undefined {
  const own = books.all("subscription").filter((one) => one.customer === customer);
  return own.find((one) => !hasEnded(one)) ?? own[0];
}

function portalView(stripe: Stripe, session: PortalSession, why?: string): string {
  const { books } = stripe;
  const subscription = getCurrent(stripe, session.customer);
  const method = books.find("payment_method", subscription?.default_payment_method);
  const invoices = books.all("invoice").filter((invoice) => invoice.customer === session.customer);
  const back = session.return_url;
  return `<main class="page narrow">
${brand("Billing", `Sandbox Stripe, for ${books.find("customer", session.customer)?.email ?? "a customer"}`)}
${back === null ? "" : `<p><a href="${escapeHtml(back)}">Return to Earshot</a></p>`}
${why === undefined ? "" : note("bad", why)}
<div class="stack">
<section class="card"><h2>Current plan</h2>${subscription === undefined ? `<p class="nothing">No plan.</p>` : planView(subscription)}</section>
<section class="card"><h2>Payment method</h2><form class="sheet" method="post">
<p class="about">${method === undefined ? "No card yet." : `Card ending in ${method.card.last4}`}</p>
${field("New card number", "number", "", 'inputmode="numeric" autocomplete="off"')}
<div class="row"><button class="primary" name="do" value="card">Save card</button></div>
<p class="tests">${cards.map(({ number, what }) => `<code>${inGroups(number)}</code> ${what}`).join("<br>")}</p>
</form></section>
<section class="card"><h2>Invoices</h2>${invoiceTable(invoices)}</section>
</div></main>`;
}

function planView(subscription: Subscription): string {
  const [item] = subscription.items.data;
  const until = item === undefined ? "" : day(item.current_period_end);
  const isEnding = subscription.cancel_at_period_end;
  const sentence = hasEnded(subscription)
    ? "This plan has ended."
    : isEnding
      ? `Your plan will be canceled on ${until}.`
      : `Your plan renews on ${until}.`;
  const button = isEnding
    ? `<button class="primary" name="do" value="renew">Don't cancel plan</button>`
    : `<button class="danger" name="do" value="cancel">Cancel plan</button>`;
  return `<form class="sheet" method="post"><p class="about">${badge(subscription.status)} Earshot Pro,
${item === undefined ? "" : `${money(item.price.unit_amount)} per ${item.price.recurring.interval}`}</p><p>${sentence}</p>
${hasEnded(subscription) ? "" : `<div class="row">${button}</div>`}</form>`;
}

function invoiceTable(invoices: readonly Invoice[]): string {
  if (invoices.length === 0) return `<p class="nothing">No invoices yet.</p>`;
  const lines = invoices.map(
    (invoice) =>
      `<tr><td>${day(invoice.created)}</td><td><a href="/stripe/invoice/${invoice.id}">${invoice.number}</a></td>
<td>${money(invoice.total)}</td><td>${badge(invoice.status)}</td></tr>`,
  );
  return `<div class="scroll"><table>${lines.join("")}</table></div>`;
}

/** Page of an invoice: /stripe/invoice/ID. */
export function invoicePage({ books }: Stripe, id: string): Response {
  const invoice = books.find("invoice", id);
  if (invoice === undefined) return problemPage("No invoice", "This invoice doesn't exist.", 404);
  const rows: [string, string][] = [
    ["Status", badge(invoice.status)],
    ["For", escapeHtml(invoice.customer_email ?? "")],
    ["Period", `${day(invoice.period_start)} to ${day(invoice.period_end)}`],
    ["Total", money(invoice.total)],
    ["Paid", money(invoice.amount_paid)],
  ];
  const table = rows
    .map(([name, value]) => `<tr><th scope="row">${name}</th><td>${value}</td></tr>`)
    .join("");
  return stripePage(
    invoice.number,
    `<main class="page narrow">${brand(invoice.number, "Invoice of the sandbox's Stripe")}<div class="card"><table>${table}</table></div></main>`,
  );
}
