import { render } from "@react-email/render";
import { createElement } from "react";
import { env } from "@/env";
import { emailToken } from "@/server/tokens";
import { AccountLetter, type AccountView } from "./account";
import type { Rendered } from "./rendered";

/** The mails that an account needs to be used: confirm an address, choose a new password, confirm a new address. */
export type AccountTemplate = "verify" | "reset" | "email";

const letters: Record<AccountTemplate, Omit<AccountView, "url" | "operator"> & { subject: string }> = {
  verify: {
    subject: "Verify your email address",
    heading: "Verify your email address",
    text: "One click, and Earshot can tell you when your words are heard.",
    label: "Verify email",
    validity: "The link works for 24 hours.",
    otherwise: "If you did not open an account, ignore this mail and nothing happens.",
  },
  reset: {
    subject: "Choose a new password",
    heading: "Choose a new password",
    text: "Somebody asked for a new password for your Earshot account.",
    label: "Choose a password",
    validity: "The link works for one hour, once.",
    otherwise: "If it was not you, ignore this mail: your password stays as it is.",
  },
  email: {
    subject: "Confirm your new email address",
    heading: "Confirm your new email address",
    text: "Your Earshot account is to use this address. The old one counts until you confirm.",
    label: "Confirm address",
    validity: "The link works for 24 hours.",
    otherwise: "If it was not you, ignore this mail and nothing changes.",
  },
};

/** Renders an account mail; an unknown template throws. */
export async function renderAccountMail(
  template: string | null,
  mail: { tokenId: string; to: string },
): Promise<Rendered> {
  const { APP_URL, EMAIL_FROM, OPERATOR_NAME, OPERATOR_ADDRESS } = env();
  if (template !== "verify" && template !== "reset" && template !== "email")
    throw new Error("no such account mail");
  const { subject, ...letter } = letters[template];
  const query = new URLSearchParams({ token: emailToken(mail.tokenId) });
  if (template !== "reset") query.set("email", mail.to);
  const url = `${APP_URL}/${template === "reset" ? "reset-password" : "verify-email"}?${query}`;
  const view = { ...letter, url, operator: { name: OPERATOR_NAME, address: OPERATOR_ADDRESS } };
  return {
    count: 0,
    message: {
      from: EMAIL_FROM,
      to: mail.to,
      subject,
      html: await render(createElement(AccountLetter, { view })),
      text: accountText(view),
      headers: {},
    },
  };
}

function accountText(view: AccountView): string {
  return [
    view.heading,
    "",
    view.text,
    "",
    view.url,
    "",
    `${view.validity} ${view.otherwise}`,
    "",
    "--",
    `${view.operator.name}, ${view.operator.address}. Not affiliated with Reddit.`,
    "",
  ].join("\n");
}
