import { plainPage, unknownLinkPage } from "@/server/platform/plain-page";
import { mailsOfToken, stopReport, unsubscribe } from "./unsubscribe";

/** Only shows a button, because scanners open links too. */
export function unsubscribePage(token: string): Response {
  const mails = mailsOfToken(token);
  if (mails === null) return unknownPage();
  if (mails === "reports")
    return plainPage(
      200,
      "Unsubscribe from weekly reports?",
      `<p>Your alerts aren't affected.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
    );
  return plainPage(
    200,
    "Unsubscribe from email alerts?",
    `<p>Earshot keeps listening, and you'll still find every match in the app.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
  );
}

/** Unsubscribes via the page's button or one-click unsubscribe (RFC 8058). Idempotent. */
export async function unsubscribeByToken(token: string, now: Date): Promise<Response> {
  if (await stopReport(token))
    return plainPage(
      200,
      "You're unsubscribed from weekly reports",
      "<p>Your alerts aren't affected. You can turn the report back on in <a href='/settings'>Settings</a>.</p>",
    );
  if (!(await unsubscribe(token, now))) return unknownPage();
  return plainPage(
    200,
    "You're unsubscribed",
    "<p>You won't get any more email alerts. You can turn them back on in <a href='/settings'>Settings</a>.</p>",
  );
}

const unknownPage = () =>
  unknownLinkPage(
    "Open the link in your most recent email, or turn off email alerts in <a href='/settings'>Settings</a>.",
  );
