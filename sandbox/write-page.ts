import { html } from "./http";
import { escapeHtml } from "./reddit/inline";
import { writeStyle } from "./reddit/write-look";
import { mailboxStyle, mark } from "./resend/mailbox-look";

const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'";

/** The text about generated posts on most of these pages. */
export const generatedText =
  "Posts are generated here automatically, and you can add your own. Nothing leaves this machine.";

/** The submitted form and its error. */
export interface Sheet {
  typed: Readonly<Record<string, string>>;
  fault?: { field: string; message: string };
}

interface Page {
  heading: string;
  /** The page's title if it differs from the heading. */
  title?: string;
  text: string;
  navigation?: string;
  fault: Sheet["fault"];
  /** Starts the title if the submission was invalid. */
  refusal?: string;
  /** A sentence about the published post, and the start of the next one. Null before the first submission. */
  done: { what: string; next: string } | null;
}

/** Renders a page with forms for new posts. `content`, heading and texts are HTML. */
export function writeDocument(page: Page, content: string): string {
  const { heading, title = heading, text, navigation = "", fault, refusal = "Not posted yet" } = page;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${fault === undefined ? "" : `${refusal} · `}${title}</title>
<style>${mailboxStyle}${writeStyle}</style>
</head>
<body>
<main class="page">
<header class="brand">${mark}<div><h1>${heading}</h1>
<p>${text}</p></div></header>
${navigation}
${getNote(page)}
${content}
</main>
</body>
</html>`;
}

function getNote({ fault, refusal = "Not posted yet", done }: Page): string {
  if (fault !== undefined)
    return `<div class="note bad" role="alert"><strong>${refusal}.</strong><ul><li><a href="#${fault.field}">${escapeHtml(fault.message)}</a></li></ul></div>`;
  if (done === null) return "";
  return `<div class="note ok" role="status"><strong>${done.what}</strong> ${done.next}, you get a notification and an email in the <a href="/mailbox">mailbox</a>.</div>`;
}

export function newestSection(rows: readonly string[]): string {
  return `<section aria-labelledby="newest"><div class="bar heading"><h2 id="newest">Newest</h2></div>
${entryList(rows)}</section>`;
}

export function entryList(rows: readonly string[]): string {
  return `<div class="card"><ul class="entries">${rows.join("\n")}</ul></div>`;
}

/** `chosen` is the submitted value. */
export function option(value: string | number, label: string, chosen: string | undefined): string {
  const isChosen = String(value) === chosen;
  return `<option value="${escapeHtml(String(value))}"${isChosen ? " selected" : ""}>${escapeHtml(label)}</option>`;
}

export function writeResponse(content: string, status = 200): Response {
  return html(status, content, {
    "content-security-policy": policy,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
}
