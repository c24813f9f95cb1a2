import { escapeHtml, frame, statusBadge, timeElement } from "./mailbox-frame";
import { getAddress, type Mail } from "./mail";

export type Part = "html" | "text" | "headers";

const partNames: Record<Part, string> = { html: "Message", text: "Plain text", headers: "Headers" };

/** Returns the requested part, or HTML if there is any. */
export function getPart(mail: Mail, requested: string | null): Part {
  if (requested === "html" || requested === "text" || requested === "headers") return requested;
  return mail.html === "" ? "text" : "html";
}

export function readingPage(mail: Mail, part: Part): string {
  return frame(
    `${mail.subject} · Mailbox`,
    `<main class="page reading">
<a class="back" href="/mailbox">← All email</a>
<h1>${escapeHtml(mail.subject)}</h1>
<dl class="meta">
<dt>From</dt><dd>${escapeHtml(mail.from)}</dd>
<dt>To</dt><dd>${mail.to.map(recipientLink).join(", ")}</dd>
<dt>Sent</dt><dd>${timeElement(mail.createdAt, "long")} ${statusBadge(mail.status)}</dd>
</dl>
<nav class="tabs" aria-label="Parts of this email">${partTabs(mail, part)}${unsubscribeForm(mail)}</nav>
<div class="card part">${partView(mail, part)}</div>
</main>`,
  );
}

/** The HTML part as a document. Links open in a new tab. */
export function mailDocument({ html, text }: Mail): string {
  const base = '<base target="_blank">';
  if (html === "") return `<!doctype html>${base}<pre>${escapeHtml(text)}</pre>`;
  const withBase = html.replace(/<head\b[^>]*>/i, (head) => `${head}${base}`);
  return withBase === html ? `<!doctype html>${base}${html}` : withBase;
}

function partTabs(mail: Mail, current: Part): string {
  const parts: Part[] = ["html", "text", "headers"];
  return parts
    .map((part) => {
      const marked = part === current ? ' aria-current="page"' : "";
      return `<a href="/mailbox/${escapeHtml(mail.id)}?part=${part}"${marked}>${partNames[part]}</a>`;
    })
    .join("");
}

function partView(mail: Mail, part: Part): string {
  if (part === "headers") return headersTable(mail);
  if (part === "text") return `<pre>${escapeHtml(mail.text || "This email has no plain text part.")}</pre>`;
  const rights = "allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";
  return `<iframe src="/mailbox/${escapeHtml(mail.id)}/body" title="The message" sandbox="${rights}"></iframe>`;
}

function headersTable(mail: Mail): string {
  const rows: [string, string][] = [
    ["From", mail.from],
    ["To", mail.to.join(", ")],
    ["Subject", mail.subject],
    ["Date", mail.createdAt.toUTCString()],
    ...Object.entries(mail.headers),
    ["Resend id", mail.id],
    ["Idempotency key", mail.idempotencyKey ?? "none"],
  ];
  const cells = rows.map(
    ([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return `<table>${cells.join("\n")}</table>`;
}

function recipientLink(recipient: string): string {
  return `<a href="/mailbox?to=${escapeHtml(encodeURIComponent(getAddress(recipient)))}">${escapeHtml(recipient)}</a>`;
}

/** One-click unsubscribe button, as in email clients (RFC 8058). */
function unsubscribeForm({ headers }: Mail): string {
  const named = (wanted: string): string =>
    Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? "";
  const address = /<(https?:[^>]+)>/i.exec(named("list-unsubscribe"))?.[1];
  if (address === undefined || !/^List-Unsubscribe=One-Click$/i.test(named("list-unsubscribe-post").trim()))
    return "";
  return `<form method="post" action="${escapeHtml(address)}" target="_blank">
<input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>`;
}
