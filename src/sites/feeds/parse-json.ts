import type { RawEntry, RawFeed } from "./feed";

/** A JSON Feed; null for JSON that is none, undefined for what is no JSON. */
export function parseJsonFeed(text: string): RawFeed | null | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const feed = fieldsOf(parsed);
  const version = textOf(feed.version) ?? "";
  if (!version.includes("jsonfeed.org") || !Array.isArray(feed.items)) return null;
  return {
    title: textOf(feed.title),
    home: textOf(feed.home_page_url),
    entries: feed.items.slice(0, 10_000).map(entryOf),
  };
}

function entryOf(item: unknown): RawEntry {
  const fields = fieldsOf(item);
  const plain = textOf(fields.content_text);
  const authors = Array.isArray(fields.authors) ? fields.authors : [fields.author];
  return {
    id: textOf(fields.id),
    link: textOf(fields.url) ?? textOf(fields.external_url),
    title: textOf(fields.title),
    content:
      textOf(fields.content_html) ??
      (plain && escapedHtml(plain)) ??
      escapedHtml(textOf(fields.summary) ?? ""),
    author: textOf(fieldsOf(authors[0]).name),
    published: textOf(fields.date_published),
    updated: textOf(fields.date_modified),
  };
}

/** Plain text as markup. */
export function escapedHtml(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/\n{2,}/g, "<p>")
    .replace(/\n/g, "<br>");
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}
