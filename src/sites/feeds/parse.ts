import { entriesOf, addressOf, type Entry } from "./feed";
import { decoded } from "./decode";
import { toText } from "./markup";
import { parseJsonFeed } from "./parse-json";
import { NoFeed, parseXmlFeed } from "./parse-xml";

/** A list as it was read. */
export interface Feed {
  title: string | null;
  home: string | null;
  freshMinutes: number | null;
  entries: Entry[];
  /** Entries that say nothing. */
  skipped: number;
}

export interface FeedResponse {
  body: Uint8Array;
  contentType: string | null;
  /** The URL that it was read from. */
  base: string;
  now: Date;
}

/** Runs in a worker thread. Returns the feed, or the reason why the response is none. */
export async function parseResponse({
  body,
  now,
  ...rest
}: FeedResponse): Promise<Feed | { reason: string }> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  try {
    return await parseFeed({ ...rest, body: bytes }, now);
  } catch (error) {
    if (!(error instanceof NoFeed)) throw error;
    return { reason: error.message };
  }
}

/** What an answer lists, whatever its format and charset; `base` is where it was read. Throws NoFeed. */
export async function parseFeed(
  answer: { body: Buffer; contentType: string | null; base: string },
  now: Date,
): Promise<Feed> {
  const text = decoded(answer.body, answer.contentType).replace(/^\uFEFF/, "");
  const start = text.slice(0, 1_000).trimStart();
  if (start === "") throw new NoFeed("There is nothing at this address");
  const raw = start.startsWith("{") || start.startsWith("[") ? jsonFeed(text) : await xmlFeed(text, start);
  const base = addressOf(raw.home, answer.base) ?? answer.base;
  return {
    title: toText(raw.title ?? "").slice(0, 200) || null,
    home: addressOf(raw.home, answer.base),
    freshMinutes: raw.freshMinutes ?? null,
    ...entriesOf(raw, base, now),
  };
}

function jsonFeed(text: string) {
  const feed = parseJsonFeed(text);
  if (!feed) throw new NoFeed(feed === null ? "This is JSON, but not a feed" : "Its JSON can't be read");
  return feed;
}

function xmlFeed(text: string, start: string) {
  if (/^<!doctype html/i.test(start)) throw new NoFeed("This is a web page, not a feed");
  if (!start.startsWith("<")) throw new NoFeed("This is no feed");
  return parseXmlFeed(text);
}
