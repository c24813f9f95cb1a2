import type { Clock } from "../clock";
import { type ParsedRequest, html, json } from "../http";
import { envelope, jsonText } from "./envelope";
import type { EntryKind } from "./entry";
import { type ListingHabits, listingQuery, readListing } from "./listing";
import { ListingText } from "./listing-text";
import { findSubreddits, readAbout, readInfo, searchNames, subredditThing } from "./lookup";
import { Oauth } from "./oauth";
import { RateCounter, tooManyHtml, tooManyJson } from "./rate";
import { notFound, uriTooLong } from "./refusals";
import { getPermalink, type Thing } from "./shapes";
import { sharedFullname } from "./share";
import type { World } from "./world";

const maxAddressLength = 10_000;

/** A mock of Reddit's API: the token endpoint and the data API on one host. */
export class RedditSite {
  readonly world: World;
  readonly oauth: Oauth;
  readonly rate: RateCounter;
  readonly habits: ListingHabits = { privateMember: "skipped" };
  /** Authorized requests, for tests. */
  readonly requested: { path: string; query: string; status: number }[] = [];

  readonly #texts = new ListingText();

  constructor(world: World, clock: Clock) {
    this.world = world;
    this.oauth = new Oauth(clock);
    this.rate = new RateCounter(clock);
  }

  reset(): void {
    this.oauth.reset();
    this.rate.reset();
    this.habits.privateMember = "skipped";
    this.requested.length = 0;
    this.#texts.clear();
  }

  /** A failure replaces the response, but the request still counts towards the rate limit. */
  respond(request: ParsedRequest, fail: () => Response | null): Response {
    if (request.path.length + request.query.toString().length > maxAddressLength) return uriTooLong();
    if (request.path === "/api/v1/access_token") {
      return request.method === "POST" ? (fail() ?? this.oauth.issue(request)) : notFound();
    }
    const client = this.oauth.check(request);
    if (client instanceof Response) return client;
    const { headers, isOver } = this.rate.spend(client.clientId);
    const failed = fail();
    const response = failed ?? (isOver ? this.#tooMany() : this.#data(request));
    this.#note(request, response.status);
    if (failed === null && !isOver)
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  }

  #note(request: ParsedRequest, status: number): void {
    this.requested.push({ path: request.path, query: request.query.toString(), status });
    if (this.requested.length > 20_000) this.requested.splice(0, 10_000);
  }

  #tooMany(): Response {
    return this.rate.settings.refusal === "html" ? tooManyHtml("4") : tooManyJson();
  }

  #data(request: ParsedRequest): Response {
    const path = request.path.replace(/\.json$/, "").replace(/\/+$/, "");
    const [, multi, what] = /^\/r\/([^/]+)(?:\/(new|comments|about))?$/.exec(path) ?? [];
    if (multi !== undefined && (what === "new" || what === "comments")) {
      return this.#listing(request, decodeURIComponent(multi), what === "new" ? "post" : "comment");
    }
    if (multi !== undefined && what === "about") {
      const about = readAbout(this.world, decodeURIComponent(multi));
      return about instanceof Response ? about : this.#send(about, request);
    }
    const shared = sharedFullname(path);
    return shared === null ? this.#lookup(request, path) : this.#share(shared);
  }

  #share(fullname: string): Response {
    const entry = this.world.find(fullname);
    if (entry === undefined) return notFound();
    const location = `https://www.reddit.com${getPermalink(entry)}?share_id=x&utm_source=share`;
    return new Response(null, { status: 301, headers: { location } });
  }

  #listing(request: ParsedRequest, multi: string, kind: EntryKind): Response {
    const page = readListing(this.world, listingQuery(multi, kind, request.query), this.habits);
    if (page instanceof Response) return page;
    return dataResponse(this.#texts.write(page, isRaw(request)));
  }

  #lookup(request: ParsedRequest, path: string): Response {
    const ends = { after: null, before: null };
    switch (path) {
      case "/api/info":
        return this.#send(envelope(readInfo(this.world, request.query), ends), request);
      case "/api/search_reddit_names": {
        const query = request.query.get("query") ?? new URLSearchParams(request.body).get("query") ?? "";
        const names = searchNames(this.world, query, request.query.get("exact") === "true");
        return names instanceof Response ? names : json(200, { names });
      }
      case "/api/subreddit_autocomplete_v2":
      case "/subreddits/search": {
        const query = request.query.get("query") ?? request.query.get("q") ?? "";
        const open = findSubreddits(this.world, query).filter((subreddit) => subreddit.health === "ok");
        return this.#send(envelope(open.map(subredditThing), ends), request);
      }
      default:
        return notFound();
    }
  }

  #send(body: Thing | object, request: ParsedRequest): Response {
    return dataResponse(jsonText(body, isRaw(request)));
  }
}

function isRaw(request: ParsedRequest): boolean {
  return request.query.get("raw_json") === "1";
}

function dataResponse(text: string): Response {
  return new Response(text, {
    headers: {
      "content-type": "application/json; charset=UTF-8",
      // The real site's header, which clients must ignore.
      "cache-control": "private, max-age=3600",
      "x-cache": "MISS",
      server: "snooserv",
    },
  });
}

/** Browsers send no token, API clients do. */
export function isApi({ headers, path }: ParsedRequest): boolean {
  return headers.has("authorization") || path.startsWith("/api/");
}

/** The CDN's response to suspected bots. It says nothing about the subreddit. */
export function edgeBlock(): Response {
  return html(
    403,
    "<!doctype html><title>Blocked</title><body><h1>whoa there, pardner!</h1><p>You've been blocked by network security.</p>",
  );
}
