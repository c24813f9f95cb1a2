import { html } from "../http";
import { escapeHtml, frame } from "../resend/mailbox-frame";
import { mailboxStyle, mark } from "../resend/mailbox-look";
import type { Arrived, Receivers } from "./receivers";

const style = `
.arrived { list-style: none; margin: 0; padding: 0; }
.arrived li { padding: 12px 20px; overflow-wrap: anywhere; }
.arrived li + li { border-top: 1px solid var(--line); }
.arrived strong { font-weight: 600; }
.arrived p { margin: 2px 0 0; white-space: pre-line; color: var(--ink-2); }
.arrived small { font-size: 13px; color: var(--ink-3); }`;

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'";
const shown = 100;

/** What arrived at each receiver, as it would show it, newest first. */
export function receiversPage(receivers: Receivers): Response {
  const newest = receivers.arrived.slice(-shown).reverse().map(entry).join("");
  const list =
    newest === ""
      ? `<div class="empty"><h2>Nothing has arrived yet</h2><p>POST /control/receivers makes a receiver; its address goes into the settings under Channels.</p></div>`
      : `<ul class="arrived">${newest}</ul>`;
  const content = `<main class="page">
<header class="brand">${mark}<div><h1>Receivers</h1><p>What Earshot sent to the addresses that people gave, as each receiver shows it.</p></div></header>
<section class="card">${list}</section></main>`;
  const headers = { "content-security-policy": policy, "cache-control": "no-store" };
  return html(200, frame("Receivers · Sandbox", content, `<style>${mailboxStyle}${style}</style>`), headers);
}

function entry({ kind, title, lines, at, path }: Arrived): string {
  return `<li><strong>${escapeHtml(title)}</strong><p>${escapeHtml(lines.join("\n"))}</p>
<small>${escapeHtml(at)} · ${escapeHtml(kind)} · …${escapeHtml(path.slice(-6))}</small></li>`;
}
