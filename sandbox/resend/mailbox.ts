import { json } from "./responses";
import { listPage } from "./mailbox-list";
import { mailDocument, getPart, readingPage } from "./mailbox-reading";
import { getAddress, type Mail } from "./mail";

const pagePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "script-src 'unsafe-inline'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
].join("; ");

// Emails can use any style and link, but can't run scripts.
const mailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src http: https: data:",
  "font-src http: https: data:",
  "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation",
].join("; ");

/**
 * Shows sent emails to people and tests: /mailbox (newest first, ?to= filters, ?page=), /mailbox/ID
 * (?part=html, text or headers), /mailbox/ID/body (only the HTML part), /mailbox.json (?to= one exact
 * address).
 */
export function mailboxPage(mails: Mail[], request: Request, path: string): Response {
  if (request.method !== "GET" && request.method !== "HEAD")
    return new Response("Only GET is supported here.", { status: 405, headers: { allow: "GET, HEAD" } });
  const query = new URL(request.url).searchParams;
  const newestFirst = [...mails].reverse();
  const [, section, id, rest, ...more] = path.replace(/\?.*$/, "").replace(/\/$/, "").split("/");
  if (section === "mailbox.json" && id === undefined) return json(addressedTo(newestFirst, query.get("to")));
  if (section !== "mailbox") return page("Not found", 404);
  if (id === undefined) return page(listPage(newestFirst, query.get("to") ?? "", Number(query.get("page"))));
  const mail = mails.find((candidate) => candidate.id === id);
  if (mail === undefined || more.length > 0) return page("This email doesn't exist (anymore).", 404);
  if (rest === undefined) return page(readingPage(mail, getPart(mail, query.get("part"))));
  return rest === "body" ? html(mailDocument(mail), mailPolicy) : page("Not found", 404);
}

function addressedTo(mails: Mail[], address: string | null): Mail[] {
  if (address === null || address === "") return mails;
  const wanted = getAddress(address);
  return mails.filter(({ to }) => to.some((recipient) => getAddress(recipient) === wanted));
}

function page(content: string, status = 200): Response {
  return html(content, pagePolicy, status);
}

function html(content: string, policy: string, status = 200): Response {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
  return new Response(content, { status, headers });
}
