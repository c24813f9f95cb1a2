import { escapeHtml, frame, statusBadge, timeElement } from "./mailbox-frame";
import { mark } from "./mailbox-look";
import { getAddress, type Mail } from "./mail";

const pageSize = 50;
const previewLength = 160;
const refreshSeconds = 5;

// Replaces only the list, to keep the scroll position and the filter. Without scripts, the page reloads.
const refresh = `<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>
<script>
setInterval(async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("list");
    const shown = document.getElementById("list");
    if (fresh && shown.innerHTML !== fresh.innerHTML) shown.innerHTML = fresh.innerHTML;
  } catch {}
}, ${refreshSeconds * 1000});
</script>`;

/** The list of emails, newest first. The filter matches any part of a recipient. */
export function listPage(newestFirst: readonly Mail[], filter: string, requestedPage: number): string {
  const wanted = filter.trim().toLowerCase();
  const found = newestFirst.filter(({ to }) =>
    to.some((recipient) => recipient.toLowerCase().includes(wanted)),
  );
  const lastPage = Math.max(1, Math.ceil(found.length / pageSize));
  const pageNumber = Math.min(lastPage, Math.max(1, Math.trunc(requestedPage) || 1));
  const shown = found.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
  return frame(
    "Mailbox",
    `<main class="page">
<header class="brand">${mark}<div><h1>Mailbox</h1><p>Every email the sandbox was asked to send. Nothing leaves this machine.</p></div></header>
<form class="bar" action="/mailbox">
<input type="search" name="to" value="${escapeHtml(filter)}" placeholder="Filter by recipient" aria-label="Filter by recipient" autocomplete="off">
<button>Filter</button>${wanted === "" ? "" : '<a class="button" href="/mailbox">Show all</a>'}
</form>
<div id="list">
${shown.length === 0 ? emptyCard(wanted !== "") : listCard(shown)}
${pagesNav(filter, pageNumber, lastPage, found.length)}
</div>
</main>`,
    refresh,
  );
}

function listCard(mails: readonly Mail[]): string {
  return `<div class="card"><ul class="mails">${mails.map(row).join("\n")}</ul></div>`;
}

function row(mail: Mail): string {
  const badge = mail.status === "delivered" ? "" : `${statusBadge(mail.status)} `;
  return `<li><a href="/mailbox/${escapeHtml(mail.id)}">
<span class="to">${escapeHtml(mail.to.map(getAddress).join(", "))}</span>
<span class="subject">${badge}<strong>${escapeHtml(mail.subject)}</strong></span>
${timeElement(mail.createdAt, "short")}
<span class="preview">${escapeHtml(previewOf(mail))}</span></a></li>`;
}

function emptyCard(isFiltered: boolean): string {
  return isFiltered
    ? '<div class="card empty"><h2>No email to this recipient</h2><p>The list refreshes automatically.</p></div>'
    : '<div class="card empty"><h2>No email yet</h2><p>New email appears here automatically within seconds.</p></div>';
}

function pagesNav(filter: string, pageNumber: number, lastPage: number, total: number): string {
  const link = (target: number, label: string): string => {
    const query = new URLSearchParams({ ...(filter && { to: filter }), page: String(target) });
    return `<a class="button" href="/mailbox?${escapeHtml(query.toString())}">${label}</a>`;
  };
  const newer = pageNumber > 1 ? link(pageNumber - 1, "Newer") : "";
  const older = pageNumber < lastPage ? link(pageNumber + 1, "Older") : "";
  const count = total === 0 ? "" : `<span class="count">${total} ${total === 1 ? "mail" : "mails"}</span>`;
  return `<nav class="pages" aria-label="Pages">${newer}${older}${count}</nav>`;
}

function previewOf({ text, html }: Mail): string {
  const words = text || html.replace(/<(style|title)\b.*?<\/\1>/gis, " ").replace(/<[^>]*>/g, " ");
  const line = words
    .slice(0, previewLength * 10)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > previewLength ? `${line.slice(0, previewLength)}…` : line;
}
