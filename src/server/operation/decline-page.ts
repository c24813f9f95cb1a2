import { declineAccount } from "./account-deletion";
import { pool } from "@/server/platform/database";
import type { Call } from "@/server/platform/call";
import { mailedPage } from "@/server/delivery/mailed-page";
import { findAccount } from "@/server/accounts/statements/accounts";
import { readAccountToken } from "@/server/platform/tokens";

/** The page behind 'This wasn't me' in a verification mail: a button, because programs open links too. */
export async function declinePage(token: string): Promise<Response> {
  const userId = readAccountToken("decline", token);
  if (userId === null) return unknownPage();
  const account = await findAccount(pool(), userId);
  if (account === null) return gonePage();
  if (account.emailVerifiedAt !== null) return verifiedPage();
  return mailedPage(
    200,
    "Was it not you?",
    `<p>Somebody opened an Earshot account with your address. If it was not you, delete the account: you get no more mail from it, and your address is free.</p>
<form method="post"><button type="submit">Delete the account</button></form>`,
  );
}

/** Deletes the account by the page's button; repeating it changes nothing. UPSTREAM_UNAVAILABLE. */
export async function declineByToken(token: string, call: Pick<Call, "now" | "after">): Promise<Response> {
  const userId = readAccountToken("decline", token);
  if (userId === null) return unknownPage();
  return (await declineAccount(userId, call)) ? gonePage() : verifiedPage();
}

function gonePage(): Response {
  return mailedPage(
    200,
    "The account is deleted",
    "<p>Nothing of it is left, and you need do nothing more. You can close this page.</p>",
  );
}

function verifiedPage(): Response {
  return mailedPage(
    409,
    "This address is verified",
    `<p>Somebody followed the link in the verification mail, so this one no longer deletes the account.</p>
<p>If the account is not yours, <a href='/forgot-password'>choose a new password</a>: that signs everybody else out, and you can delete the account in its settings.</p>`,
  );
}

function unknownPage(): Response {
  return mailedPage(
    404,
    "This link does not work",
    "<p>Open the link from your latest mail, whole as it stands there.</p>",
  );
}
