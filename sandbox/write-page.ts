import { html } from "./http";
import { writeStyle } from "./reddit/write-look";
import { mailboxStyle, mark } from "./resend/mailbox-look";

const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'";

/** The text about generated posts on most of these pages. */
export const generatedText =
  "Posts are generated here automatically, and you can add your own. Nothing leaves this machine.";

/**
 * A page on which posts are written: heading, introduction, `note` with the result of the last submission, and
 * content. All parts are HTML. `refusal` starts the title if the submission was invalid.
 */
export function writeDocument(
  { heading, text, note, refusal }: { heading: string; text: string; note: string; refusal: string | null },
  content: string,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${refusal === null ? "" : `${refusal} · `}${heading}</title>
<style>${mailboxStyle}${writeStyle}</style>
</head>
<body>
<main class="page">
<header class="brand">${mark}<div><h1>${heading}</h1>
<p>${text}</p></div></header>
${note}
${content}
</main>
</body>
</html>`;
}

export function writeResponse(content: string, status = 200): Response {
  return html(status, content, {
    "content-security-policy": policy,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
}
