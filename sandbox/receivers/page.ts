import { html } from "../http";
import { escapeHtml, frame } from "../resend/mailbox-frame";
import { mailboxStyle, mark } from "../resend/mailbox-look";
import { looks } from "./look";
import type { Arrived, Receivers } from "./receivers";

const style = `
.arrived { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; }
.arrived > li { overflow-wrap: anywhere; }
.arrived footer, .arrived small { font-size: 13px; color: var(--ink-3); }
.arrived footer { padding: 8px 20px; border-top: 1px solid var(--line); }
.message { padding: 14px 20px; display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px; }
.message h3 { font-size: 16px; font-weight: 650; margin: 0; white-space: pre-line; }
.message div { white-space: pre-line; }
.message p { margin: 0; min-height: .5em; }
.message strong { font-weight: 650; }
.message mark { background: var(--bad-soft); color: var(--bad); }
.message pre { padding: 0; }
.message .subtle, .message .small { color: var(--ink-3); }
.message .small { font-size: 13px; }
.message .buttons { display: flex; flex-wrap: wrap; gap: 8px; }
.message .buttons a { border: 1px solid var(--line-strong); border-radius: 8px; padding: 4px 12px; text-decoration: none; }
.teams { gap: 6px; }
.teams .apart { border-top: 1px solid var(--line); padding-top: 8px; margin-top: 4px; }
.teams .close { margin-top: -6px; }
.discord { gap: 6px; }
.discord .embed { border-inline-start: 4px solid var(--accent); background: var(--sunken); border-radius: 4px; padding: 10px 14px; }
.ntfy { gap: 2px; }
.offered { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 6px 16px; margin: 12px 0 0; }
.offered dt { color: var(--ink-3); }
.offered dd { margin: 0; overflow-wrap: anywhere; user-select: all; }
.given { padding: 16px 20px; margin-bottom: 16px; }
.given h2 { font-size: 16px; margin: 0; }
.given p { margin: 4px 0 0; color: var(--ink-2); }`;

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'";
const shown = 100;

/**
 * Lists a receiver URL of each kind below `origin`, and the messages received (of all kinds or one), newest
 * first.
 */
export function receiversPage(receivers: Receivers, kind: string | null, origin: string): Response {
  const arrived = receivers.arrived.filter((one) => kind === null || one.kind === kind);
  const newest = arrived.slice(-shown).reverse().map(entry).join("");
  const list =
    newest === ""
      ? `<section class="card empty"><h2>Nothing has arrived yet</h2><p>Messages sent to the URLs above will appear here. Reload the page to check.</p></section>`
      : `<ul class="arrived">${newest}</ul>`;
  const content = `<main class="page">
<header class="brand">${mark}<div><h1>Receivers</h1><p>What Earshot sent to users' webhooks and chats, as each receiver shows it.</p></div></header>
${offered(receivers, origin)}${tabs(kind)}${list}</main>`;
  const headers = { "content-security-policy": policy, "cache-control": "no-store" };
  return html(200, frame("Receivers · Sandbox", content, `<style>${mailboxStyle}${style}</style>`), headers);
}

function offered(receivers: Receivers, origin: string): string {
  const rows = receivers
    .offered()
    .map(({ kind, path }) => `<dt>${kind}</dt><dd>${escapeHtml(origin + path)}</dd>`);
  return `<section class="card given"><h2>URLs to try</h2>
<p>Paste one into Earshot under Settings > Channels (Pro) and choose its type there, since all share one host here. POST /control/receivers creates more.</p>
<dl class="offered">${rows.join("")}</dl></section>`;
}

function tabs(kind: string | null): string {
  const tab = (name: string | null) =>
    `<a href="${name === null ? "?" : `?kind=${name}`}"${name === kind ? ' aria-current="page"' : ""}>${name ?? "all"}</a>`;
  return `<nav class="tabs" aria-label="Types">${[null, ...Object.keys(looks)].map(tab).join("")}</nav>`;
}

function entry({ kind, body, at, path }: Arrived): string {
  const look = looks[kind]?.(body) ?? `<pre>${escapeHtml(body)}</pre>`;
  return `<li class="card"><div class="message ${kind}">${look}</div>
<footer>${escapeHtml(at)} · ${escapeHtml(kind)} · …${escapeHtml(path.slice(-6))}</footer></li>`;
}
