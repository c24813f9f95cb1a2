import { refusalDays } from "@/domain/plans/retention";
import { plainPage, unknownLinkPage } from "@/server/platform/plain-page";
import { hashOfToken, refuseByToken } from "./recipients";

/** Only shows a button, because programs that scan email open links too. */
export function noEmailPage(token: string): Response {
  if (hashOfToken(token) === null) return unknownPage();
  return plainPage(
    200,
    "Don't email this address again?",
    `<p>For ${refusalDays} days, nobody can make Earshot send you an email by typing your address into a form. If you have an account, you keep getting its emails.</p>
<form method="post"><button type="submit">Don't email this address again</button></form>`,
  );
}

/** Remembers the address by the page's button. Repeating it only starts the period again. */
export async function refuseEmailByToken(token: string, now: Date): Promise<Response> {
  if (!(await refuseByToken(token, now))) return unknownPage();
  return plainPage(
    200,
    "We won't email this address again",
    `<p>We remember this for ${refusalDays} days, without storing your address. You can close this page.</p>`,
  );
}

const unknownPage = () =>
  unknownLinkPage("Open the complete link from your latest email. It may have been cut off.");
