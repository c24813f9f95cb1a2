import type { ListEntry, ListTitle } from "@/domain/reading/fetched-list";
import { storable } from "@/domain/reading/item";
import { decoded } from "../decode";
import { toText } from "../markup/markdown";
import { getWebAddress } from "../web-address";
import { listedEntries } from "./entries";
import { feedOfPage } from "./find-feed";
import { parseJsonFeed } from "./parse-json";
import { parseXmlFeed } from "./parse-xml";
import { NoFeed, type RawFeed } from "./raw-feed";

/** Must fit on a chip. */
const maxName = 80;

export interface FeedResponse {
  place: string;
  body: Uint8Array;
  contentType: string | null;
  base: string;
  now: Date;
}

export interface Feed {
  called: ListTitle;
  freshMinutes: number | null;
  entries: ListEntry[];
  skipped: number;
}

export interface NotAFeed {
  reason: string;
  named: string | null;
}

/** Parses a response in any format and encoding. Runs in a worker thread. */
export function parseResponse(response: FeedResponse): Feed | NotAFeed {
  const text = decoded(response.body, response.contentType).replace(/^\uFEFF/, "");
  try {
    // Relative links must not complete the feed's own URL, which is secret.
    const folder = new URL(".", response.base).href;
    return feedOf(rawFeed(text, folder), folder, response);
  } catch (error) {
    if (!(error instanceof NoFeed)) throw error;
    return { reason: error.message, named: feedOfPage(text, response.base) };
  }
}

function feedOf(raw: RawFeed, folder: string, { place, now }: FeedResponse): Feed {
  const home = getWebAddress(raw.home, raw.homeBase ?? folder);
  const title = storable(toText(raw.title ?? ""))
    .trim()
    .slice(0, maxName);
  return {
    called: { title: title || null, home },
    freshMinutes: raw.freshMinutes ?? null,
    ...listedEntries(raw, { place, base: getWebAddress(raw.home, folder) ?? folder, now }),
  };
}

function rawFeed(text: string, folder: string): RawFeed {
  const start = text.slice(0, 1_000).trimStart();
  if (start === "") throw new NoFeed("There's nothing at this URL");
  if (start.startsWith("{") || start.startsWith("[")) return parseJsonFeed(text);
  if (/^<!doctype html/i.test(start)) throw new NoFeed("This is a web page, not a feed");
  if (!start.startsWith("<")) throw new NoFeed("This isn't a feed");
  return parseXmlFeed(text, folder);
}
