const mark =
  '<svg viewBox="0 0 32 32" width="28" height="28" fill="none" aria-hidden="true"><rect width="32" height="32" rx="8.5" fill="#005866"/><path d="M21.2 18A6.7 6.7 0 1 0 18.8 23.1" stroke="#fff" stroke-width="3.1"/><path d="M8.2 18h14.4" stroke="#f1f154" stroke-width="3.1"/><path d="M17 6.2A12 12 0 0 1 26.3 15.4" stroke="#9adfe0" stroke-width="2.4" stroke-linecap="round"/></svg>';

const style = `:root{color-scheme:light dark}body{margin:0;padding:48px 24px;font:16px/1.6 'Schibsted Grotesk',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;background:#f7f9f5;color:#0d2126}
main{max-width:28rem;margin:0 auto}.brand{display:flex;align-items:center;gap:10px;margin:0 0 40px;font-size:20px;font-weight:700;letter-spacing:-.025em}a{color:#02535f;text-underline-offset:3px}h1{font-size:26px;line-height:1.2;letter-spacing:-.022em;overflow-wrap:anywhere}
button{font:inherit;font-weight:550;min-height:44px;padding:8px 18px;border:0;border-radius:8px;background:#035a67;color:#fff;cursor:pointer}
button:focus-visible{outline:2px solid #035a67;outline-offset:2px}
@media (prefers-color-scheme:dark){body{background:#0a1516;color:#edf2ed}a{color:#84dbd9}button{background:#74d0d0;color:#031a1e}button:focus-visible{outline-color:#74d0d0}}`;

/** The page for an invalid link. `advice` is trusted HTML. */
export function unknownLinkPage(advice: string): Response {
  return plainPage(404, "This link isn't valid", `<p>${advice}</p>`);
}

/** A page without scripts. Title and content are trusted HTML. */
export function plainPage(
  status: number,
  title: string,
  content: string,
  headers: Record<string, string> = {},
): Response {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · Earshot</title><style>${style}</style></head>
<body><main><p class="brand">${mark}Earshot</p><h1>${title}</h1>
${content}</main></body></html>`;
  return new Response(html, {
    status,
    headers: {
      ...headers,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    },
  });
}
