import { freeWatchLimit } from "@/domain/plans/plans";
import type { BillingNotice } from "@/domain/plans/subscription";
import { env } from "@/env";
import { renderLetter } from "./account-mail";
import type { Rendered } from "./rendered";

interface Notice {
  title: string;
  text: string;
  action: { label: string; screen: "keywords" | "subscription" };
  note: (support: string) => string;
}

const queries = (support: string) => `Questions? Contact ${support}.`;

/** Pro notices. Sent regardless of the account's alert settings. */
const notices: Record<BillingNotice, Notice> = {
  "pro-welcome": {
    title: "Welcome to Pro",
    text: "Your payment went through. You can now watch unlimited keywords, with filters and search.",
    action: { label: "View your keyword watches", screen: "keywords" },
    note: (support) =>
      `Manage your card, invoices and cancellation on the subscription page. We offer a 30-day money-back guarantee; contact ${support}.`,
  },
  "pro-payment-failed": {
    title: "Your payment for Pro failed",
    text: "We couldn't charge your card. You'll keep Pro while we retry. Please check or update your card under Manage Billing.",
    action: { label: "Check your card", screen: "subscription" },
    note: queries,
  },
  "pro-ended": {
    title: "Your Pro plan has ended",
    text: `You're now on the Free plan. We've kept all your keyword watches: your ${freeWatchLimit} oldest active ones are still on and the rest are paused.`,
    action: { label: "Try Pro again", screen: "subscription" },
    note: queries,
  },
  "pro-refunded": {
    title: "Your payment was refunded",
    text: "We've refunded the full amount. It should reach your card in 5 to 10 business days. You're now on the Free plan, and we've kept all your keyword watches.",
    action: { label: "View your plan", screen: "subscription" },
    note: queries,
  },
  "pro-second-refunded": {
    title: "Your second payment was refunded",
    text: "You were charged for Pro twice. We canceled the second subscription and refunded it in full; allow 5 to 10 business days. Your Pro plan isn't affected.",
    action: { label: "View your plan", screen: "subscription" },
    note: queries,
  },
};

function isNotice(template: string): template is BillingNotice {
  return Object.hasOwn(notices, template);
}

export async function renderBillingMail(notice: string, to: string): Promise<Rendered> {
  const { APP_URL, SUPPORT_EMAIL } = env();
  if (!isNotice(notice)) throw new Error("no such notice");
  const { title, text, action, note } = notices[notice];
  const letter = {
    heading: title,
    text,
    action: { label: action.label, url: `${APP_URL}/${action.screen}` },
    note: note(SUPPORT_EMAIL),
  };
  return renderLetter(letter, to);
}
