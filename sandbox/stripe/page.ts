import { html } from "../http";
import { writeStyle } from "../reddit/write-look";
import { mark } from "../resend/mailbox-look";
import { escapeHtml, frame } from "../resend/mailbox-frame";

const style = `
.narrow { max-width: 56rem; }
.till { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); gap: 20px; align-items: start; }
.order { padding: 24px; background: var(--sunken); }
.order .price { margin: 4px 0 16px; font-size: 32px; font-weight: 650; letter-spacing: -.022em; line-height: 1.2; }
.order .price small { font-size: 14px; font-weight: 400; letter-spacing: 0; color: var(--ink-2); }
.sums { margin: 0; display: grid; grid-template-columns: 1fr auto; gap: 6px 16px; }
.sums dt { color: var(--ink-2); }
.sums dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
.sums .due { padding-top: 8px; border-top: 1px solid var(--line-strong); font-weight: 650; color: var(--ink); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 14px; }
.wide { width: 100%; justify-content: center; }
.tests { margin: 0; padding: 12px 16px; background: var(--sunken); border-radius: 8px; font-size: 13px; color: var(--ink-2); }
.tests code { color: var(--ink); white-space: nowrap; }
.promo { flex-direction: row; gap: 8px; align-items: end; }
.promo .field { flex: 1; }
.promo button { height: 40px; }
.danger { color: var(--bad); border-color: var(--bad); }
.stack { display: flex; flex-direction: column; gap: 20px; }
section.card:not(.order) > h2 { padding: 16px 20px 12px; }
section.card:not(.order) > h2 + * { border-top: 1px solid var(--line); }
.acts { display: flex; flex-wrap: wrap; gap: 8px; }
.acts button { height: 32px; padding: 0 10px; font-size: 13px; }
.nothing { padding: 20px; margin: 0; color: var(--ink-2); }
.scroll { overflow-x: auto; }
td .badge { white-space: nowrap; }
.good { color: var(--ok); background: var(--ok-soft); }
.soon { color: var(--warn); background: var(--warn-soft); }
.over { color: var(--ink-2); background: var(--sunken); }
.wrong { color: var(--bad); background: var(--bad-soft); }
code { font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
@media (max-width: 42rem) { .till { grid-template-columns: minmax(0, 1fr); } }
`;

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'";

export function stripePage(title: string, content: string, status = 200): Response {
  const head = `<style>${writeStyle}${style}</style>`;
  const headers = { "content-security-policy": policy, "cache-control": "no-store" };
  return html(status, frame(`${title} · Sandbox Stripe`, content, head), headers);
}

export function brand(title: string, about: string): string {
  return `<header class="brand">${mark}<div><h1>${escapeHtml(title)}</h1><p>${escapeHtml(about)}</p></div></header>`;
}

export function problemPage(title: string, about: string, status: number): Response {
  const content = `<main class="page narrow">${brand(title, about)}<p><a href="/stripe">Back to the sandbox's Stripe</a></p></main>`;
  return stripePage(title, content, status);
}

/** Such as 'CA$9.99'. */
export function money(cents: number): string {
  return new Intl.NumberFormat("en", { style: "currency", currency: "CAD" }).format(cents / 100);
}

export function day(second: number): string {
  const words = new Date(second * 1000).toLocaleDateString("en", {
    year: "numeric",
    month: "long",
    day: "numeric",
    timeZone: "UTC",
  });
  return `<time datetime="${new Date(second * 1000).toISOString()}">${words}</time>`;
}

const tones: Record<string, string> = {
  active: "good",
  paid: "good",
  past_due: "soon",
  open: "soon",
  unpaid: "wrong",
  needs_response: "wrong",
};

export function badge(status: string): string {
  return `<span class="badge ${tones[status] ?? "over"}">${escapeHtml(status.replaceAll("_", " "))}</span>`;
}

export function note(kind: "ok" | "bad", text: string): string {
  return `<div class="note ${kind}" role="${kind === "bad" ? "alert" : "status"}"><strong>${escapeHtml(text)}</strong></div>`;
}

export function field(label: string, name: string, value = "", more = ""): string {
  return `<div class="field"><label for="${name}">${escapeHtml(label)}</label><input id="${name}" name="${name}" value="${escapeHtml(value)}" ${more}></div>`;
}
