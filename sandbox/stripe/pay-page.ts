import { type ParsedRequest, getFields, seeOther } from "../http";
import { escapeHtml } from "../resend/mailbox-frame";
import { type Card, getCard, cards, inGroups } from "./cards";
import type { CheckoutSession } from "./objects";
import { brand, field, money, note, problemPage, stripePage } from "./page";
import type { Stripe } from "./stripe";

type Typed = Record<string, string>;

/**
 * The hosted checkout page: /stripe/pay/ID. GET shows it. POST with do=code applies a promotion code, do=pay
 * charges the card, do=confirm and do=refuse complete the second step. Rejected payments return 402 with the
 * submitted values.
 */
export function handlePay(stripe: Stripe, request: ParsedRequest, id: string): Response {
  const session = stripe.books.find("checkout.session", id);
  if (session === undefined) return problemPage("Nothing to pay", "This checkout doesn't exist.", 404);
  if (session.status === "complete") return seeOther(successOf(session));
  if (session.status === "expired")
    return problemPage("This checkout has expired", "Go back and start again. You weren't charged.", 410);
  if (request.method !== "POST") return stripePage("Pay", payView(stripe, session, {}));
  const typed = getFields(request);
  const card = getCard(typed.number ?? "");
  switch (typed.do) {
    case "code":
      return stripe.checkout.applyCode(session, typed.code ?? "")
        ? seeOther(`/stripe/pay/${id}`)
        : refused(stripe, session, typed, "This code is invalid.");
    case "refuse":
      return refused(
        stripe,
        session,
        {},
        "We are unable to authenticate your payment method. Choose another.",
      );
    case "confirm":
      return card === undefined ? seeOther(`/stripe/pay/${id}`) : paid(stripe, session, card);
    default:
      return pay(stripe, session, typed, card);
  }
}

function pay(stripe: Stripe, session: CheckoutSession, typed: Typed, card: Card | undefined): Response {
  if (session.amount_total > 0 && card === undefined)
    return refused(
      stripe,
      session,
      typed,
      "Your card number is invalid. The sandbox knows only the cards below.",
    );
  if (!/^\s*(0?[1-9]|1[0-2])\s*\/\s*\d\d\s*$/.test(typed.expiry ?? ""))
    return refused(stripe, session, typed, "Your card's expiration date is incomplete.");
  if (!/^\d{3,4}$/.test((typed.cvc ?? "").trim()))
    return refused(stripe, session, typed, "Your card's security code is incomplete.");
  if (card?.byHolder === "declined") return refused(stripe, session, typed, "Your card was declined.");
  if (card?.byHolder === "asks") return stripePage("Confirm", confirmView(session, card));
  return paid(stripe, session, card ?? cards[0]!);
}

function paid(stripe: Stripe, session: CheckoutSession, card: Card): Response {
  stripe.checkout.complete(session, card);
  return seeOther(successOf(session));
}

function successOf(session: CheckoutSession): string {
  return session.success_url.replace("{CHECKOUT_SESSION_ID}", session.id);
}

function refused(stripe: Stripe, session: CheckoutSession, typed: Typed, why: string): Response {
  return stripePage("Pay", payView(stripe, session, typed, why), 402);
}

function payView(stripe: Stripe, session: CheckoutSession, typed: Typed, why?: string): string {
  const price = stripe.checkout.priceOf(session);
  const every = price.recurring.interval;
  const off = session.amount_subtotal - session.amount_total;
  const email = stripe.books.find("customer", session.customer)?.email ?? "";
  const back = session.cancel_url;
  return `<main class="page narrow">
${brand("Earshot", "Sandbox Stripe. No real card needed, no money moves.")}
${why === undefined ? "" : note("bad", why)}
<div class="till">
<section class="card order" aria-label="Order">
<h2>Subscribe to Earshot Pro</h2>
<p class="price">${money(price.unit_amount)} <small>per ${every}</small></p>
<dl class="sums"><dt>Earshot Pro, ${escapeHtml(price.nickname.toLowerCase())}</dt><dd>${money(session.amount_subtotal)}</dd>
${off > 0 ? `<dt>Promotion</dt><dd>−${money(off)}</dd>` : ""}
<dt class="due">Total due today</dt><dd class="due">${money(session.amount_total)}</dd></dl>
${back === null ? "" : `<p><a href="${escapeHtml(back)}">Back to Earshot</a></p>`}
</section>
<div class="stack">
${session.allow_promotion_codes === true && off === 0 ? codeForm(typed) : ""}
<form class="card sheet" method="post">
<h2>Pay with card</h2>
<p class="about">${escapeHtml(email)}</p>
${field("Card number", "number", typed.number, 'inputmode="numeric" autocomplete="off" placeholder="1234 1234 1234 1234"')}
<div class="pair">${field("Expiry", "expiry", typed.expiry, 'placeholder="MM / YY" autocomplete="off"')}
${field("CVC", "cvc", typed.cvc, 'inputmode="numeric" placeholder="CVC" autocomplete="off"')}</div>
${field("Name on card", "name", typed.name, 'autocomplete="off"')}
<div class="pair">${field("Country", "country", typed.country ?? "Canada", 'autocomplete="off"')}
${field("Postal code", "postal", typed.postal, 'autocomplete="off"')}</div>
<button class="primary wide" name="do" value="pay">Subscribe</button>
<p class="tests">${cards.map(({ number, what }) => `<code>${inGroups(number)}</code> ${what}`).join("<br>")}<br>Any future date, any CVC.</p>
</form></div></div></main>`;
}

function codeForm(typed: Typed): string {
  return `<form class="card sheet promo" method="post">${field("Promotion code", "code", typed.code, 'autocomplete="off" placeholder="LISTEN20"')}
<button name="do" value="code">Apply</button></form>`;
}

function confirmView(session: CheckoutSession, card: Card): string {
  const number = `<input type="hidden" name="number" value="${card.number}">`;
  return `<main class="page narrow">
${brand("Confirmation by your bank", "The second step that some cards require, like 3-D Secure.")}
<form class="card sheet" method="post">
<p>Confirm the payment of ${money(session.amount_total)} to Earshot with the card ending in ${card.number.slice(-4)}?</p>
${number}<div class="row"><button name="do" value="refuse">Fail</button>
<button class="primary" name="do" value="confirm">Complete</button></div>
</form></main>`;
}
