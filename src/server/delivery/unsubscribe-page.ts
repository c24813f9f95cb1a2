import { mailedPage } from "./mailed-page";
import { mailsOfToken, stopReport, unsubscribe } from "./unsubscribe";

/** The page behind the link in a mail: a button, because programs open links too. */
export function unsubscribePage(token: string): Response {
  const mails = mailsOfToken(token);
  if (mails === null) return unknownPage();
  if (mails === "reports")
    return mailedPage(
      200,
      "Stop the weekly report?",
      `<p>Your alerts stay as they are.</p>
<form method="post"><button type="submit">Stop the report</button></form>`,
    );
  return mailedPage(
    200,
    "Stop alert mails?",
    `<p>Earshot goes on listening, and you still find every match in the app.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
  );
}

/** Unsubscribes by the page's button or a mail program's one click (RFC 8058); repeating it changes nothing. */
export async function unsubscribeByToken(token: string, now: Date): Promise<Response> {
  if (await stopReport(token))
    return mailedPage(
      200,
      "No more weekly reports",
      "<p>Your alerts stay as they are. You can ask for the report again in the <a href='/settings'>settings</a>.</p>",
    );
  if (!(await unsubscribe(token, now))) return unknownPage();
  return mailedPage(
    200,
    "You are unsubscribed",
    "<p>No more alert mails. You can switch them on again in the <a href='/settings'>settings</a>.</p>",
  );
}

function unknownPage(): Response {
  return mailedPage(
    404,
    "This link does not work",
    "<p>Open the link from your latest mail, or change email in the <a href='/settings'>settings</a>.</p>",
  );
}
