import { readJson } from "../json";
import { textToHtml } from "../markup/markdown";
import { emptyEntry, maxEntries, NoFeed, type RawEntry, type RawFeed } from "./raw-feed";

/** Parses a JSON Feed, ignoring fields of the wrong type. Throws `NoFeed`. */
export function parseJsonFeed(text: string): RawFeed {
  const read = readJson(text);
  if (read === null) throw new NoFeed("Couldn't parse the JSON");
  if ("excess" in read) throw new NoFeed(read.excess);
  const feed = fieldsOf(read.value);
  const version = textOf(feed.version) ?? "";
  if (!version.includes("jsonfeed.org") || !Array.isArray(feed.items))
    throw new NoFeed("This JSON isn't a feed");
  return {
    title: htmlOf(feed.title),
    home: textOf(feed.home_page_url),
    authors: authorsOf(feed),
    entries: feed.items.slice(0, maxEntries).map(entryOf),
  };
}

function entryOf(item: unknown): RawEntry {
  const fields = fieldsOf(item);
  const id = textOf(fields.id);
  const texts = [textOf(fields.content_html), htmlOf(fields.content_text), htmlOf(fields.summary)];
  return {
    ...emptyEntry(),
    ...{ id, permalink: id },
    link: textOf(fields.url) ?? textOf(fields.external_url),
    title: htmlOf(fields.title),
    texts: texts.filter((text) => text !== undefined),
    captions: listOf(fields.attachments).flatMap((attachment) => htmlOf(fieldsOf(attachment).title) ?? []),
    tags: listOf(fields.tags).flatMap((tag) => htmlOf(tag) ?? []),
    authors: authorsOf(fields),
    published: listOf([fields.date_published]).flatMap((date) => textOf(date) ?? []),
    updated: listOf([fields.date_modified]).flatMap((date) => textOf(date) ?? []),
  };
}

/** Version 1 only has `author`. */
function authorsOf({ authors, author }: Record<string, unknown>): string[] {
  return [...listOf(authors), author].flatMap((person) => htmlOf(fieldsOf(person).name) ?? []);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, 100) : [];
}

/** Also accepts numbers, because some feeds use them as ids. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function htmlOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : textToHtml(text);
}
