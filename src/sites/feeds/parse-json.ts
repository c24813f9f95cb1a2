import { readJson } from "../json";
import { textToHtml } from "../markup/markdown";
import { emptyEntry, maxEntries, NoFeed, withoutMiddle, type RawEntry, type RawFeed } from "./raw-feed";

/** Parses a JSON Feed, ignoring fields of the wrong type. Throws `NoFeed`. */
export function parseJsonFeed(text: string): RawFeed {
  const read = readJson(text);
  if (read === null) throw new NoFeed("Couldn't parse the JSON");
  if ("excess" in read) throw new NoFeed(read.excess);
  const feed = getFields(read.value);
  const version = getText(feed.version) ?? "";
  if (!version.includes("jsonfeed.org") || !Array.isArray(feed.items))
    throw new NoFeed("This JSON isn't a feed");
  return {
    title: toHtml(feed.title),
    home: getText(feed.home_page_url),
    authors: getAuthors(feed),
    entries: withoutMiddle(feed.items as unknown[], maxEntries).map(getEntry),
    dropped: Math.max(0, feed.items.length - maxEntries),
  };
}

function getEntry(item: unknown): RawEntry {
  const fields = getFields(item);
  const id = getText(fields.id);
  const texts = [getText(fields.content_html), toHtml(fields.content_text), toHtml(fields.summary)];
  return {
    ...emptyEntry(),
    ...{ id, permalink: id },
    link: getText(fields.url) ?? getText(fields.external_url),
    title: toHtml(fields.title),
    texts: texts.filter((text) => text !== undefined),
    captions: getList(fields.attachments).flatMap((attachment) => toHtml(getFields(attachment).title) ?? []),
    tags: getList(fields.tags).flatMap((tag) => toHtml(tag) ?? []),
    authors: getAuthors(fields),
    published: getList([fields.date_published]).flatMap((date) => getText(date) ?? []),
    updated: getList([fields.date_modified]).flatMap((date) => getText(date) ?? []),
  };
}

/** Version 1 only has `author`. */
function getAuthors({ authors, author }: Record<string, unknown>): string[] {
  return [...getList(authors), author].flatMap((person) => toHtml(getFields(person).name) ?? []);
}

function getFields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function getList(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, 100) : [];
}

/** Also accepts numbers, because some feeds use them as ids. */
function getText(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function toHtml(value: unknown): string | undefined {
  const text = getText(value);
  return text === undefined ? undefined : textToHtml(text);
}
