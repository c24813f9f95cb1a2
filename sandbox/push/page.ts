import { html } from "../http";
import { escapeHtml, frame } from "../resend/mailbox-frame";
import { mailboxStyle, mark } from "../resend/mailbox-look";
import type { Push, PushService } from "./push";

const style = `
.pushes { list-style: none; margin: 0; padding: 0; }
.pushes li { padding: 12px 20px; overflow-wrap: anywhere; }
.pushes li + li { border-top: 1px solid var(--line); }
.pushes strong { font-weight: 600; }
.pushes p { margin: 2px 0 0; white-space: pre-line; color: var(--ink-2); }
.pushes small { font-size: 13px; color: var(--ink-3); }`;

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'";
const shown = 100;

/** Notifications that browsers would have shown, newest first. */
export function pushPage(push: PushService): Response {
  const newest = push.pushes.slice(-shown).reverse().map(entry).join("");
  const list =
    newest === ""
      ? `<div class="empty"><h2>No pushes yet</h2><p>Pushes to the sandbox's browsers appear here. POST /control/push/subscribe creates a browser.</p></div>`
      : `<ul class="pushes">${newest}</ul>`;
  const content = `<main class="page">
<header class="brand">${mark}<div><h1>Web Push</h1><p>What Earshot pushed to the sandbox's browsers, decrypted.</p></div></header>
<section class="card">${list}</section></main>`;
  const headers = { "content-security-policy": policy, "cache-control": "no-store" };
  return html(200, frame("Web Push · Sandbox", content, `<style>${mailboxStyle}${style}</style>`), headers);
}

function entry({ text, at, endpoint, ttlSeconds }: Push): string {
  const { title, body } = shownBy(text);
  return `<li><strong>${escapeHtml(title)}</strong><p>${escapeHtml(body)}</p>
<small>${escapeHtml(at)} · kept for ${Math.round(ttlSeconds / 3600)} h · to …${escapeHtml(endpoint.slice(-8))}</small></li>`;
}

function shownBy(text: string): { title: string; body: string } {
  // Show other payloads verbatim.
  try {
    const { title, body } = JSON.parse(text) as Record<string, unknown>;
    return { title: String(title), body: String(body) };
  } catch {
    return { title: "", body: text };
  }
}
