import { mailNotAffiliatedText } from "@/domain/reading/site-texts";
import { render } from "@react-email/render";
import { createElement } from "react";
import { deviceName } from "@/domain/text/device-name";
import { env } from "@/env";
import { destinationTitle } from "@/domain/delivery/channel-names";
import type { AccountTemplate, Message, Registration } from "@/domain/delivery/message";
import { AccountLetter, type AccountView } from "./account";
import { localTime } from "./local-time";
import { mailOperator } from "./operator";
import { oneLine } from "./one-line";
import type { Rendered } from "./rendered";
import { shownAddress } from "../shown-address";
import { listed } from "./words";

interface Letter {
  subject: string;
  heading: string;
  text: string;
  /** The button and its screen. Links include the token, notices don't. */
  action: { label: string; screen: string; isLink: boolean };
  note: (support: string) => string;
  /** Shows how the address was registered, with a link to decline. */
  canDecline?: true;
}

function isLetter(template: string): template is AccountTemplate {
  return Object.hasOwn(letters, template);
}

const letters = {
  verify: {
    subject: "Verify your email address",
    heading: "Verify your email address",
    text: "Verify your address to start getting alerts.",
    action: { label: "Verify email", screen: "verify-email", isLink: true },
    note: () => "This link expires in 24 hours.",
    canDecline: true,
  },
  reset: {
    subject: "Choose a new password",
    heading: "Choose a new password",
    text: "We received a request to reset your Earshot password.",
    action: { label: "Choose a password", screen: "reset-password", isLink: true },
    note: () =>
      "This link expires in 1 hour and can be used once. If you didn't request this, you can ignore this email; your password won't change.",
  },
  invite: {
    subject: "You've been invited to Earshot",
    heading: "You've been invited to Earshot",
    text: "An account has been created for you. Choose a password to get started.",
    action: { label: "Set up your account", screen: "reset-password", isLink: true },
    note: (support) =>
      `This link expires in 7 days and can be used once. If you don't want an account, you can ignore this email. Questions? Contact ${support}.`,
  },
  email: {
    subject: "Confirm your new email address",
    heading: "Confirm your new email address",
    text: "Confirm this address to use it for your Earshot account. Your current address stays active until you do.",
    action: { label: "Confirm address", screen: "verify-email", isLink: true },
    note: () => "This link expires in 24 hours. If you didn't request this, you can ignore this email.",
  },
  "address-taken": {
    subject: "Somebody tried to use your address",
    heading: "Somebody tried to use your address",
    text: "Someone asked to use this address for another Earshot account. It already belongs to yours, so nothing has changed.",
    action: { label: "Sign in", screen: "login", isLink: false },
    note: (support) =>
      `If it was you, sign in to the account with this address. If it wasn't, you don't need to do anything. Questions? Contact ${support}.`,
  },
  "password-changed": {
    subject: "Your password was changed",
    heading: "Your password was changed",
    text: "The password for your Earshot account was just changed. As a precaution we signed out your other devices, turned off push in other browsers, revoked your API keys and disabled your private feed.",
    action: { label: "Choose a new password", screen: "forgot-password", isLink: false },
    note: (support) => `If this wasn't you, reset your password immediately and contact ${support}.`,
  },
  "address-changed": {
    subject: "Your email address was changed",
    heading: "Your email address was changed",
    text: "Your Earshot account now uses a different email address. We won't send email to this one anymore.",
    action: { label: "Open your settings", screen: "settings", isLink: false },
    note: (support) => `If this wasn't you, contact ${support} from this address.`,
  },
} satisfies Record<AccountTemplate, Letter>;

/** Renders an account email. Throws for an unknown template. */
export async function renderAccountMail(
  template: string,
  mail: Omit<Extract<Message, { about: "account" }>, "about" | "template">,
): Promise<Rendered> {
  const { APP_URL, SUPPORT_EMAIL } = env();
  if (!isLetter(template)) throw new Error("unknown account email");
  const { subject, heading, text, action, note, canDecline }: Letter = letters[template];
  const view = {
    heading,
    text: text + staysText(mail.stays ?? []),
    action: {
      label: action.label,
      url: `${APP_URL}/${action.screen}${action.isLink ? `?${linkQuery(template, mail)}` : ""}`,
    },
    note: note(SUPPORT_EMAIL),
    asides: [
      ...(canDecline ? [declineNotice(mail.registration)] : []),
      ...(mail.refusalUrl === undefined ? [] : [toRefusal(mail.refusalUrl)]),
    ],
  };
  return renderLetter(view, mail.to, subject);
}

export async function renderLetter(
  letter: Omit<AccountView, "operator">,
  to: string,
  subject = letter.heading,
): Promise<Rendered> {
  const { EMAIL_FROM } = env();
  const view = { ...letter, operator: mailOperator() };
  return {
    count: 0,
    message: {
      from: EMAIL_FROM,
      to,
      subject,
      html: await render(createElement(AccountLetter, { view })),
      text: accountText(view),
      headers: {},
    },
  };
}

const namedDestinations = 6;

/** Lists destinations that stay active, to reveal unknown ones. Returns an empty string without any. */
function staysText(stays: NonNullable<Extract<Message, { about: "account" }>["stays"]>): string {
  if (stays.length === 0) return "";
  const titles = stays.map((one) => `“${oneLine(destinationTitle(one))}”`);
  return ` Alerts still go to ${listed(titles, namedDestinations)}. Remove any destination you don't recognize under Settings > Channels.`;
}

type Aside = NonNullable<AccountView["asides"]>[number];

function toRefusal(url: string): Aside {
  return { text: "Don't want email from us?", label: "Don't email this address again", url };
}

function declineNotice({ timeZone, at, with: userAgent, declineUrl }: Registration): Aside {
  const { day, time } = localTime(at, timeZone);
  const browser = userAgent === null ? "an unknown browser" : deviceName(userAgent);
  return {
    text: `This address was registered on ${day} at ${time} (${timeZone}) from ${browser}. If this wasn't you, delete the account:`,
    label: "This wasn't me",
    url: declineUrl,
  };
}

function linkQuery(template: AccountTemplate, mail: { token: string; to: string }): string {
  const query = new URLSearchParams({ token: mail.token });
  if (template !== "reset" && template !== "invite") query.set("email", shownAddress(mail.to));
  if (template === "email") query.set("change", "1");
  return query.toString();
}

function accountText(view: AccountView): string {
  return [
    view.heading,
    "",
    view.text,
    "",
    ...(view.action ? [view.action.url, ""] : []),
    view.note,
    ...(view.asides ?? []).flatMap(({ text, label, url }) => ["", text, `${label}: ${url}`]),
    "",
    "--",
    `${view.operator.name}, ${view.operator.address}. ${mailNotAffiliatedText}`,
    "",
  ].join("\n");
}
