import type { NotificationView } from "@/contract/notification";
import { markdownToHtml } from "@/domain/markdown/html";

interface Feed {
  id: string;
  url: string;
  pageUrl: string;
  openedAt: Date;
  /** The newest first. */
  notifications: readonly NotificationView[];
}

/** Notifications as an Atom feed; the same ones always make the same bytes. */
export function atomFeed({ id, url, pageUrl, openedAt, notifications }: Feed): string {
  return [
    `<?xml version="1.0" encoding="utf-8"?>`,
    `<feed xmlns="http://www.w3.org/2005/Atom">`,
    `<id>urn:uuid:${id}</id>`,
    `<title>Earshot</title>`,
    `<updated>${notifications[0]?.createdAt ?? openedAt.toISOString()}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(url)}"/>`,
    `<link rel="alternate" type="text/html" href="${escaped(pageUrl)}"/>`,
    ...notifications.map(entry),
    `</feed>`,
    ``,
  ].join("\n");
}

function entry({ _id, createdAt, matchedKeyword, redditPost }: NotificationView): string {
  const { title, subreddit, author, url, content } = redditPost;
  return [
    `<entry>`,
    `<id>urn:uuid:${_id}</id>`,
    `<title>${escaped(`${title} (${matchedKeyword} in r/${subreddit})`)}</title>`,
    `<published>${redditPost.createdAt}</published>`,
    `<updated>${createdAt}</updated>`,
    `<author><name>${escaped(author === null ? `r/${subreddit}` : `u/${author}`)}</name></author>`,
    `<category term="${escaped(matchedKeyword)}"/>`,
    ...(/^https?:/i.test(url) ? [`<link rel="alternate" href="${escaped(url)}"/>`] : []),
    `<content type="html">${escaped(markdownToHtml(content))}</content>`,
    `</entry>`,
  ].join("\n");
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for an element or an attribute, without the characters that XML 1.0 has no way to write. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
