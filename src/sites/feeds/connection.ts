import { GuardError, type GuardReason } from "@/adapters/guarded-fetch/guard-error";
import type { GuardedFetch, GuardedReply } from "@/adapters/guarded-fetch/guarded-fetch";
import { grouped } from "@/domain/grouped";
import { storable, type Item } from "@/domain/item";
import type { ThreadedParser } from "@/domain/parser";
import type { FoundList, ListedSite, ListEntry, ListMarks, ListTitle, Standing } from "@/domain/site";
import { SiteError, type SiteErrorKind } from "@/domain/site-error";
import { readRetryAfterMs } from "../rate";
import { addressOfPlace, fullnameOf, hostOf, placeOf, SITE_ID } from "./address";
import { decoded } from "./decode";
import { facts } from "./facts";
import { hashOf, type Entry } from "./feed";
import { feedOfPage } from "./find-feed";
import { freshMs } from "./fresh";
import { toMarkdown, toText } from "./markup";
import type { Feed, FeedResponse, parseResponse } from "./parse";

const accepted =
  "application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, */*;q=0.5";
/** More is shown of nothing. */
const mostBody = 100_000;
const mostTitle = 1_000;
/** Stands on a chip. */
const mostName = 80;
/** Pages of entries that are asked after together: they may all be of one host, which is asked one a second. */
const mostPages = 45;

/** Feeds, each at an address that somebody gave. */
export function createFeeds(how: {
  fetch: GuardedFetch;
  parse: ThreadedParser<FeedResponse, ReturnType<typeof parseResponse>>;
  now?: () => number;
}): ListedSite {
  const { fetch, parse, now = Date.now } = how;

  async function feedOf({ body, headers, url, status }: GuardedReply, at: Date): Promise<Feed> {
    const contentType = headers.get("content-type");
    // Copied, because a small buffer shares its memory with others.
    const own = new Uint8Array(body);
    const feed = await parse({ body: own, contentType, base: url, now: at }, new URL(url).host);
    if ("reason" in feed) throw new SiteError("malformed", feed.reason, { reason: "no-feed", status });
    return feed;
  }

  async function ask(address: string, { etag, modified }: ListMarks, signal?: AbortSignal) {
    const marks = {
      ...(etag !== null && { "if-none-match": etag }),
      ...(modified !== null && { "if-modified-since": modified }),
    };
    try {
      return await fetch({ address, allowsHttp: true, headers: { accept: accepted, ...marks }, signal });
    } catch (error) {
      if (!(error instanceof GuardError)) throw error;
      throw unheard(error);
    }
  }

  /** Where it said that it lives, else where it always did. */
  async function askThere(place: string, marks: ListMarks, signal?: AbortSignal): Promise<GuardedReply> {
    const address = addressOfPlace(place);
    if (marks.movedTo === null) return ask(address, marks, signal);
    const reply = await ask(marks.movedTo, marks, signal);
    return isGone(reply.status) ? ask(address, noMarks, signal) : reply;
  }

  async function pageAt(address: string, signal?: AbortSignal) {
    try {
      const { status } = await fetch({ address, allowsHttp: true, maxBytes: 0, signal });
      if (isGone(status)) return "deleted";
      return status < 300 ? "standing" : "unclear";
    } catch {
      return "silent";
    }
  }

  async function find(place: string, isNamed: boolean, signal?: AbortSignal): Promise<FoundList> {
    const reply = await ask(addressOfPlace(place), noMarks, signal);
    if (reply.status !== 200) throw refusalOf(reply, new Date(now()));
    try {
      const feed = await feedOf(reply, new Date(now()));
      const { entries } = feed;
      const times = entries.flatMap(({ publishedAt }) =>
        publishedAt === null ? [] : [publishedAt.getTime()],
      );
      return {
        ...{ ...calledOf(feed), items: entries.length },
        place: (reply.movedTo === null ? null : placeOf(reply.movedTo)) ?? place,
        newestAt: times.length === 0 ? null : new Date(Math.max(...times)),
      };
    } catch (error) {
      // A page may name its feed; what it names has to be one.
      const named = isNamed
        ? null
        : feedOfPage(decoded(reply.body, reply.headers.get("content-type")), reply.url);
      const next = named === null ? null : placeOf(named);
      if (next === null) throw error;
      return find(next, true, signal);
    }
  }

  return {
    ...facts,
    reads: "lists",
    hostOf,
    lookUp: { most: mostPages, requests: (pages) => pages },
    async fetchList(place, marks, signal) {
      const reply = await askThere(place, marks, signal);
      const at = new Date(now());
      if (reply.status === 304) {
        const fresh = freshMs(reply.headers, null, at);
        return { entries: null, called: null, skipped: 0, marks, freshMs: fresh };
      }
      if (reply.status !== 200) throw refusalOf(reply, at);
      const feed = await feedOf(reply, at);
      return {
        entries: feed.entries.map((entry) => entryOf(place, reply.url, entry, at)),
        called: calledOf(feed),
        skipped: feed.skipped,
        marks: {
          etag: markOf(reply.headers.get("etag")),
          modified: markOf(reply.headers.get("last-modified")),
          movedTo: reply.movedTo ?? (reply.url === marks.movedTo ? marks.movedTo : null),
        },
        freshMs: freshMs(reply.headers, feed.freshMinutes, at),
      };
    },
    async findList(address, signal) {
      const place = placeOf(address);
      if (place === null) return { reason: "This is no address of a feed", isThere: false };
      return find(place, false, signal).catch((error: unknown) => {
        if (!(error instanceof SiteError)) throw error;
        return { reason: error.message, isThere: error.reason !== ("unknown" satisfies GuardReason) };
      });
    },
    async fetchStanding(items, signal) {
      const told = new Map<string, Standing>();
      const hosts = grouped(items, ({ url }) => new URL(url).host);
      await Promise.all(
        [...hosts.values()].map(async (pages) => {
          for (const { fullname, url } of pages) {
            // Of an entry that leads nowhere: the front page of its host says nothing of it.
            const reply = isFront(url) ? "standing" : await pageAt(url, signal);
            // A host that can't be asked about one is not waited for again with the next.
            if (reply === "silent") return;
            if (reply !== "unclear") told.set(fullname, reply);
          }
        }),
      );
      return told;
    },
  };
}

const noMarks: ListMarks = { etag: null, modified: null, movedTo: null };

function entryOf(place: string, base: string, entry: Entry, at: Date): ListEntry {
  const { id, trait, publishedAt } = entry;
  const item: Item = {
    fullname: fullnameOf(place, id),
    ...{ kind: "post", site: SITE_ID, place },
    title: storable(toText(entry.title)).slice(0, mostTitle) || "(untitled)",
    body: storable(toMarkdown(entry.content, entry.link ?? new URL(".", base).href).slice(0, mostBody)),
    html: null,
    author: entry.author === null ? null : storable(toText(entry.author)).slice(0, 200) || null,
    // Of an entry that leads nowhere the front page of its host, never the feed's own address.
    url: entry.link ?? facts.urlOf(place),
    ...(entry.link !== null && { link: entry.link }),
    createdAt: publishedAt ?? at,
    over18: false,
  };
  return { item, publishedAt, id: hashOf(id), trait };
}

/** One that is longer than a header should be is no use. */
function markOf(header: string | null): string | null {
  return header !== null && header.length <= 500 && /^[\x20-\x7e]+$/.test(header) ? header : null;
}

function isFront(address: string): boolean {
  const { pathname, search } = new URL(address);
  return pathname === "/" && search === "";
}

function calledOf({ title, home }: Feed): ListTitle {
  return { title: storable(title?.trim() ?? "").slice(0, mostName) || null, home };
}

function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

/** What is told of a feed that can't be read, to those who watch it. */
const unheardTexts: Readonly<Record<GuardReason, string>> = {
  address: "Its address may not be read from here",
  unknown: "Its host is not found",
  timeout: "It did not answer in time",
  network: "The connection to it failed",
  "too-large": "It is larger than 5 MB",
  redirects: "Its address leads on and on",
  encoding: "Its answer can't be unpacked",
  aborted: "It did not answer in time",
};

function unheard({ reason }: GuardError): SiteError {
  const isOurs = reason === "address" || reason === "too-large" || reason === "encoding";
  return new SiteError(isOurs ? "malformed" : "unavailable", unheardTexts[reason], { reason });
}

function refusalOf({ status, headers }: GuardedReply, at: Date): SiteError {
  const kind = kindOf(status);
  const text = kind === "missing" ? "It is no longer there" : `It answered with status ${status}`;
  return new SiteError(kind, text, { status, retryAfterMs: readRetryAfterMs(headers, at.getTime()) });
}

function kindOf(status: number): SiteErrorKind {
  if (isGone(status)) return "missing";
  if (status === 401 || status === 403 || status === 451) return "forbidden";
  if (status === 429) return "rate-limited";
  return status === 408 || status >= 500 ? "unavailable" : "malformed";
}
