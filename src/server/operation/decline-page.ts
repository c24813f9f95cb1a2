import { declineAccount } from "./account-deletion";
import { pool } from "@/server/platform/database";
import type { Call } from "@/server/platform/call";
import { plainPage, unknownLinkPage } from "@/server/platform/plain-page";
import { findAccount } from "@/server/accounts/statements/accounts";
import { readAccountToken } from "@/server/platform/tokens";

/** The page of the "This wasn't me" link. Has a button, because link scanners also open links. */
export async function declinePage(token: string): Promise<Response> {
  const userId = readAccountToken("decline", token);
  if (userId === null) return unknownPage();
  const account = await findAccount(pool(), userId);
  if (account === null) return gonePage();
  if (account.emailVerifiedAt !== null) return verifiedPage();
  return plainPage(
    200,
    "Wasn't this you?",
    `<p>Someone created an Earshot account with your email address. If it wasn't you, delete it: you won't get any more email, and your address can be used again.</p>
<form method="post"><button type="submit">Delete account</button></form>`,
  );
}

/** Deletes the account when the button is pressed. Idempotent. Throws UPSTREAM_UNAVAILABLE. */
export async function declineByToken(token: string, call: Pick<Call, "now" | "after">): Promise<Response> {
  const userId = readAccountToken("decline", token);
  if (userId === null) return unknownPage();
  return (await declineAccount(userId, call)) ? gonePage() : verifiedPage();
}

function gonePage(): Response {
  return plainPage(200, "Account deleted", "<p>The account has been deleted. You can close this page.</p>");
}

function verifiedPage(): Response {
  return plainPage(
    409,
    "This address is verified",
    `<p>The address has been verified with the link in the email, so this link can no longer delete the account.</p>
<p>If the account isn't yours, <a href='/forgot-password'>reset its password</a>. This signs out everyone else, and you can then delete the account in Settings.</p>`,
  );
}

const unknownPage = () => unknownLinkPage("Open the link in your most recent email again.");
