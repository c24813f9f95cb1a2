import type { GuardReason } from "@/adapters/guarded-fetch/guard-error";
import type { GuardedFetch, GuardedReply } from "@/adapters/guarded-fetch/guarded-fetch";
import { grouped } from "@/domain/grouped";
import type { ThreadedParser } from "@/domain/reading/parser";
import type { ListMarks } from "@/domain/reading/fetched-list";
import type { FoundList, ListedSite, ItemStatus } from "@/domain/reading/site";
import { SiteError, type SiteErrorKind } from "@/domain/reading/site-error";
import { failureFor } from "../guarded";
import { readRetryAfterMs } from "../rate";
import { addressOfPlace, getHost, getPlace } from "./address";
import { facts } from "./facts";
import { freshMs } from "./fresh";
import type { Feed, FeedResponse, NotAFeed } from "./parse";

const accepted =
  "application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, */*;q=0.5";
/** Maximum entry pages per lookup. All could be on one host, which gets one request per second. */
const maxPages = 45;

export function createFeeds(how: {
  fetch: GuardedFetch;
  parse: ThreadedParser<FeedResponse, Feed | NotAFeed>;
  now?: () => number;
}): ListedSite {
  const { fetch, parse, now = Date.now } = how;

  function read(place: string, { body, headers, url }: GuardedReply, at: Date): Promise<Feed | NotAFeed> {
    const contentType = headers.get("content-type");
    // Copied, because a small buffer shares its memory with others.
    const own = new Uint8Array(body);
    return parse({ place, body: own, contentType, base: url, now: at }, new URL(url).host);
  }

  async function request(address: string, { etag, modified }: ListMarks, signal?: AbortSignal) {
    const marks = {
      ...(etag !== null && { "if-none-match": etag }),
      ...(modified !== null && { "if-modified-since": modified }),
    };
    try {
      return await fetch({ address, allowsHttp: true, headers: { accept: accepted, ...marks }, signal });
    } catch (error) {
      throw failureFor(error, failureTexts);
    }
  }

  async function listAt(address: string, place: string, marks: ListMarks, signal?: AbortSignal) {
    const reply = await request(address, marks, signal);
    const at = new Date(now());
    if (reply.status === 304) {
      const fresh = freshMs(reply.headers, null, at);
      return { entries: null, called: null, skipped: 0, marks, freshMs: fresh };
    }
    if (reply.status !== 200) throw toRefusal(reply, at);
    const feed = await read(place, reply, at);
    if ("reason" in feed) throw noFeed(feed, reply);
    const { entries, called, skipped } = feed;
    return {
      ...{ entries, called, skipped },
      marks: {
        etag: markOf(reply.headers.get("etag")),
        modified: markOf(reply.headers.get("last-modified")),
        movedTo: reply.movedTo ?? (reply.url === marks.movedTo ? marks.movedTo : null),
      },
      freshMs: freshMs(reply.headers, feed.freshMinutes, at),
    };
  }

  async function pageAt(address: string, signal?: AbortSignal) {
    try {
      const { status } = await fetch({ address, allowsHttp: true, maxBytes: 0, signal });
      if (isGone(status)) return "deleted";
      return status < 300 ? "present" : "unclear";
    } catch {
      return "silent";
    }
  }

  async function find(place: string, isNamed: boolean, signal?: AbortSignal): Promise<FoundList> {
    const reply = await request(addressOfPlace(place), noMarks, signal);
    if (reply.status !== 200) throw toRefusal(reply, new Date(now()));
    const feed = await read(place, reply, new Date(now()));
    if ("reason" in feed) {
      const next = feed.named === null || isNamed ? null : getPlace(feed.named);
      if (next === null) throw noFeed(feed, reply);
      return find(next, true, signal);
    }
    const { entries, called } = feed;
    const times = entries.flatMap(({ publishedAt }) => (publishedAt === null ? [] : [publishedAt.getTime()]));
    return {
      ...{ ...called, items: entries.length },
      place: (reply.movedTo === null ? null : getPlace(reply.movedTo)) ?? place,
      newestAt: times.length === 0 ? null : new Date(Math.max(...times)),
    };
  }

  return {
    ...facts,
    reads: "lists",
    getHost,
    lookUp: { max: maxPages, requests: (pages) => pages },
    async fetchList(place, marks, signal) {
      const own = addressOfPlace(place);
      if (marks.movedTo === null) return listAt(own, place, marks, signal);
      try {
        return await listAt(marks.movedTo, place, marks, signal);
      } catch (error) {
        if (!(error instanceof SiteError) || isPassing(error)) throw error;
        // The feed can have moved again, or back. Otherwise the original URL is usually gone.
        return await listAt(own, place, noMarks, signal).catch((ownError: unknown) => {
          throw error.kind === "missing" ? ownError : error;
        });
      }
    },
    async findList(address, signal) {
      const place = getPlace(address);
      if (place === null) return { reason: "This isn't a feed URL", isThere: false };
      return find(place, false, signal).catch((error: unknown) => {
        if (!(error instanceof SiteError)) throw error;
        return { reason: error.message, isThere: error.reason !== ("unknown" satisfies GuardReason) };
      });
    },
    async fetchStatus(items, signal) {
      const result = new Map<string, ItemStatus>();
      const hosts = grouped(items, ({ url }) => new URL(url).host);
      await Promise.all(
        [...hosts.values()].map(async (pages) => {
          for (const { fullname, url } of pages) {
            // Entries without a page link to the host's front page, which says nothing about them.
            const reply = isFront(url) ? "present" : await pageAt(url, signal);
            // The host is unreachable: skip its other entries.
            if (reply === "silent") return;
            if (reply !== "unclear") result.set(fullname, reply);
          }
        }),
      );
      return result;
    },
  };
}

const noMarks: ListMarks = { etag: null, modified: null, movedTo: null };

function noFeed({ reason }: NotAFeed, { status }: GuardedReply): SiteError {
  return new SiteError("malformed", reason, { reason: "no-feed", status });
}

/** Ignores validators that are too long or not printable ASCII. */
function markOf(header: string | null): string | null {
  return header !== null && header.length <= 500 && /^[\x20-\x7e]+$/.test(header) ? header : null;
}

function isFront(address: string): boolean {
  const { pathname, search } = new URL(address);
  return pathname === "/" && search === "";
}

/** Errors that another URL wouldn't avoid. */
function isPassing({ kind, reason }: SiteError): boolean {
  return kind === "rate-limited" || reason === "aborted" || reason === "busy";
}

function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

const failureTexts = { "too-large": "The feed is larger than 5 MB", aborted: "Timed out" };

function toRefusal({ status, headers }: GuardedReply, at: Date): SiteError {
  const kind = kindOf(status);
  const text = kind === "missing" ? "The feed no longer exists" : `Returned status ${status}`;
  return new SiteError(kind, text, { status, retryAfterMs: readRetryAfterMs(headers, at.getTime()) });
}

function kindOf(status: number): SiteErrorKind {
  if (isGone(status)) return "missing";
  if (status === 401 || status === 403 || status === 451) return "forbidden";
  if (status === 429) return "rate-limited";
  return status === 408 || status >= 500 ? "unavailable" : "malformed";
}
