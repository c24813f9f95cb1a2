import { freeWatchLimit } from "@/domain/plans";
import type { BillingNotice } from "@/domain/subscription";
import { env } from "@/env";
import { renderLetter } from "./account-mail";
import type { Rendered } from "./rendered";

interface Notice {
  /** The subject and the heading. */
  title: string;
  text: string;
  action: { label: string; screen: "keywords" | "subscription" };
  note: (support: string) => string;
}

const questions = (support: string) => `Questions? Write to ${support}.`;

/** What is told about Pro, whatever the account's alert mails are set to. */
const notices: Record<BillingNotice, Notice> = {
  "pro-welcome": {
    title: "Welcome to Pro",
    text: "Your payment went through. You can watch as many keywords as you like now, with filters and search.",
    action: { label: "Open your keyword watches", screen: "keywords" },
    note: (support) =>
      `Cards, invoices and the way out are on the subscription page. There is a 30-day money-back guarantee: write to ${support}.`,
  },
  "pro-payment-failed": {
    title: "Your payment for Pro failed",
    text: "Your card was not charged. Pro goes on while we try again; please check or change the card under Manage Billing.",
    action: { label: "Check your card", screen: "subscription" },
    note: questions,
  },
  "pro-ended": {
    title: "Your Pro plan has ended",
    text: `You are on the Free plan now. All your keyword watches are kept: the ${freeWatchLimit} oldest active ones stay active, the others are paused.`,
    action: { label: "Try Pro again", screen: "subscription" },
    note: questions,
  },
  "pro-refunded": {
    title: "Your payment was refunded",
    text: "The full amount is on its way back to your card, which takes 5 to 10 business days. You are on the Free plan now; all your keyword watches are kept.",
    action: { label: "See your plan", screen: "subscription" },
    note: questions,
  },
  "pro-second-refunded": {
    title: "Your second payment was refunded",
    text: "Pro was paid for twice. We ended the second subscription and sent its full amount back, which takes 5 to 10 business days. Your Pro plan goes on.",
    action: { label: "See your plan", screen: "subscription" },
    note: questions,
  },
};

function isNotice(template: string): template is BillingNotice {
  return Object.hasOwn(notices, template);
}

/** Renders a notice about Pro; an unknown one throws. */
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
