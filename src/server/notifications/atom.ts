import type { NotificationView } from "@/contract/notification";
import { getItem, wroteAs } from "@/contract/place";

interface Feed {
  id: string;
  url: string;
  pageUrl: string;
  openedAt: Date;
  /** Most recent first. */
  entries: readonly FeedEntry[];
}

export interface FeedEntry {
  notification: NotificationView;
  /** The item's content as safe HTML. */
  html: string;
}

/** Deterministic: the same notifications always give the same bytes. */
export function atomFeed({ id, url, pageUrl, openedAt, entries }: Feed): string {
  return [
    `<?xml version="1.0" encoding="utf-8"?>`,
    `<feed xmlns="http://www.w3.org/2005/Atom">`,
    `<id>urn:uuid:${id}</id>`,
    `<title>Earshot</title>`,
    `<updated>${entries[0]?.notification.createdAt ?? openedAt.toISOString()}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(url)}"/>`,
    `<link rel="alternate" type="text/html" href="${escaped(pageUrl)}"/>`,
    ...entries.map(entry),
    `</feed>`,
    ``,
  ].join("\n");
}

function entry({ notification, html }: FeedEntry): string {
  const { _id, createdAt, matchedKeyword } = notification;
  const item = getItem(notification);
  const { title, author, url } = item;
  const { label } = item.place;
  const by = author === null ? label : wroteAs(item.site, author);
  return [
    `<entry>`,
    `<id>urn:uuid:${_id}</id>`,
    `<title>${escaped(`${title} (${matchedKeyword} in ${label})`)}</title>`,
    `<published>${item.createdAt}</published>`,
    `<updated>${createdAt}</updated>`,
    `<author><name>${escaped(by)}</name></author>`,
    `<category term="${escaped(matchedKeyword)}"/>`,
    ...(/^https?:/i.test(url) ? [`<link rel="alternate" href="${escaped(url)}"/>`] : []),
    `<content type="html">${escaped(html + elsewhereHtml(notification))}</content>`,
    `</entry>`,
  ].join("\n");
}

function elsewhereHtml({ elsewhere }: NotificationView): string {
  if (elsewhere.length === 0) return "";
  const links = elsewhere.map(({ url, place }) => {
    const label = escaped(place.label);
    return /^https?:/i.test(url) ? `<a href="${escaped(url)}">${label}</a>` : label;
  });
  return `<p>Also on ${links.join(", ")}</p>`;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for an element or attribute and removes characters that XML 1.0 can't contain. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
