import { gzipSync } from "node:zlib";
import type { Clock } from "../clock";
import type { ParsedRequest } from "../http";
import { escapeHtml } from "../reddit/inline";
import {
  type PostKind,
  siteTitles,
  type StackExchangeOptions,
  type StackPost,
  StackExchangeWorld,
} from "./world";

export type { StackExchangeOptions } from "./world";

const dayMs = 24 * 3_600_000;
const kinds: Readonly<Record<string, PostKind[]>> = {
  questions: ["question"],
  answers: ["answer"],
  comments: ["comment"],
  posts: ["question", "answer"],
};
const ownFilter = "!sandbox";
const maxWithoutKey = 25;

/** Switches of the API's behavior. */
export interface Switches {
  /** Seconds that each response asks to wait before the same method is called again. */
  backoff: number | null;
  /** Requests are refused until this time. */
  throttledUntilMs: number;
  /** Whether it knows the filter 'total', and makes filters. */
  hasTotals: boolean;
  hasFilters: boolean;
  /** Added to each total: rows that no page shows. */
  extraTotal: number;
}

/** A mock of the Stack Exchange API. */
export class StackExchangeSite {
  readonly world: StackExchangeWorld;
  /** Requests, oldest first. `isEarly`: the method was called before the time asked for. */
  requested: { path: string; atMs: number; isEarly: boolean }[] = [];
  switches: Switches = initialSwitches();
  #openAtMs = new Map<string, number>();
  #used = new Map<number, number>();
  #cache = new Map<string, { untilMs: number; body: object }>();

  constructor(clock: Clock, options: Partial<StackExchangeOptions>) {
    this.world = new StackExchangeWorld(clock, options);
  }

  reset(): void {
    this.world.reset();
    this.requested = [];
    this.switches = initialSwitches();
    this.#openAtMs.clear();
    this.#used.clear();
    this.#cache.clear();
  }

  has(path: string): boolean {
    return path.startsWith("/2.3/");
  }

  respond({ path, query }: Pick<ParsedRequest, "path" | "query">): Response {
    const nowMs = this.world.clock.nowMs();
    const [method = "", ids] = path.slice("/2.3/".length).split("/");
    const name = ids === undefined ? method : `${method}/ids`;
    this.requested = [
      ...this.requested.slice(-20_000),
      { path: `${path}?${query}`, atMs: nowMs, isEarly: nowMs < (this.#openAtMs.get(name) ?? 0) },
    ];
    const quotaMax = query.has("key") ? 10_000 : 300;
    const day = Math.floor(nowMs / dayMs);
    const used = (this.#used.get(day) ?? 0) + 1;
    this.#used.set(day, used);
    const waitMs = used > quotaMax ? (day + 1) * dayMs - nowMs : this.switches.throttledUntilMs - nowMs;
    if (waitMs > 0)
      return fault(
        502,
        "throttle_violation",
        `too many requests from this IP, more requests available in ${Math.ceil(waitMs / 1_000)} seconds`,
      );
    const { backoff } = this.switches;
    if (backoff !== null) this.#openAtMs.set(name, nowMs + backoff * 1_000);
    const body = this.#cached(path, query);
    if (body instanceof Response) return body;
    return zipped(200, {
      ...body,
      ...{ quota_max: quotaMax, quota_remaining: quotaMax - used, ...(backoff !== null && { backoff }) },
    });
  }

  /** Requests of the current day. */
  usedToday(): number {
    return this.#used.get(Math.floor(this.world.clock.nowMs() / dayMs)) ?? 0;
  }

  #cached(path: string, query: URLSearchParams): object | Response {
    const nowMs = this.world.clock.nowMs();
    const key = `${path}?${query}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined && cached.untilMs > nowMs) return cached.body;
    const body = this.#body(path, query);
    for (const [other, { untilMs }] of this.#cache) if (untilMs <= nowMs) this.#cache.delete(other);
    if (!(body instanceof Response))
      this.#cache.set(key, { untilMs: nowMs + this.world.options.cachedMs, body });
    return body;
  }

  #body(path: string, query: URLSearchParams): object | Response {
    const [method = "", ids, info] = path.slice("/2.3/".length).split("/");
    if (method === "filters") {
      if (!this.switches.hasFilters) return fault(400, "bad_parameter", "Invalid filter specified");
      return { items: [{ filter: ownFilter, filter_type: "safe", included_fields: [] }], has_more: false };
    }
    if (method === "sites") return { items: Object.entries(siteTitles).map(siteRow), has_more: false };
    const site = query.get("site") ?? "";
    if (!Object.hasOwn(siteTitles, site))
      return fault(400, "bad_parameter", `No site found for name \`${site}\``);
    if (method === "tags")
      return this.#tags(site, info === "info" ? decodeURIComponent(ids ?? "") : null, query);
    const shown = (kinds[method] ?? []).flatMap((kind) => this.world.shown(site, kind));
    if (!(method in kinds)) return fault(404, "no_method", "no method found with this name");
    const filter = query.get("filter") ?? "default";
    if (
      ![ownFilter, "default", "withbody", "total"].includes(filter) ||
      (filter === "total" && !this.switches.hasTotals)
    )
      return fault(400, "bad_parameter", "Invalid filter specified");
    if (ids !== undefined) {
      const requestedIds = new Set(ids.split(";").map(Number));
      if (requestedIds.size > 100) return fault(400, "bad_parameter", "ids");
      return {
        items: shown.filter(({ id }) => requestedIds.has(id)).map((post) => getRow(post, filter, method)),
        has_more: false,
      };
    }
    return this.#list(shown, method, filter, query);
  }

  #list(shown: StackPost[], method: string, filter: string, query: URLSearchParams): object | Response {
    const seconds = (name: string, usual: number) => (query.has(name) ? Number(query.get(name)) : usual);
    const from = Math.max(seconds("min", 0), seconds("fromdate", 0));
    const to = Math.min(seconds("max", Infinity), seconds("todate", Infinity));
    const tagged = (query.get("tagged") ?? "").split(";").filter((tag) => tag !== "");
    const rows = shown
      .filter(
        ({ atMs, tags }) =>
          atMs / 1_000 >= from && atMs / 1_000 <= to && tagged.every((tag) => tags.includes(tag)),
      )
      .sort((a, b) =>
        query.get("order") === "asc" ? a.atMs - b.atMs || a.id - b.id : b.atMs - a.atMs || b.id - a.id,
      );
    if (filter === "total") return { total: rows.length + this.switches.extraTotal };
    const page = seconds("page", 1);
    const size = Math.min(100, seconds("pagesize", 30));
    if (page > maxWithoutKey && !query.has("key"))
      return fault(403, "access_denied", "page above 25 requires access token or app key");
    const items = rows.slice((page - 1) * size, page * size).map((post) => getRow(post, filter, method));
    return { items, has_more: rows.length > page * size };
  }

  #tags(site: string, name: string | null, query: URLSearchParams): object {
    const known = new Set(["rust", "python", "next.js", "c++", "invoices"]);
    for (const post of this.world.posts) if (post.site === site) for (const tag of post.tags) known.add(tag);
    const wanted = [...known].filter((tag) =>
      name === null ? tag.includes(query.get("inname") ?? "") : tag === name,
    );
    return { items: wanted.map((tag) => ({ name: tag, count: 1, has_synonyms: false })), has_more: false };
  }
}

function initialSwitches(): Switches {
  return { backoff: null, throttledUntilMs: 0, hasTotals: true, hasFilters: true, extraTotal: 0 };
}

function siteRow([name, { title, host }]: [string, { title: string; host: string }]): object {
  return {
    site_type: "main_site",
    name: title,
    api_site_parameter: name,
    site_url: `https://${host}`,
    site_state: "normal",
  };
}

/** Texts and titles are encoded as HTML. */
function getRow(post: StackPost, filter: string, method: string): object {
  const { id, site, kind, by, text, title, tags, parent, question, atMs, editedMs } = post;
  const { host } = siteTitles[site]!;
  const isOwn = filter === ownFilter;
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  const encoded = escapeHtml(text);
  const texts = {
    ...(isOwn && { body_markdown: encoded }),
    ...((isOwn || filter === "withbody") && { body: `<p>${encoded.replace(/\n\n/g, "</p><p>")}</p>` }),
  };
  const shared = {
    ...(by !== undefined && {
      owner: by === null ? { user_type: "does_not_exist", display_name: "user123" } : getOwner(by, host),
    }),
    ...{ score: 0, creation_date: atMs / 1_000, content_license: "CC BY-SA 4.0", ...texts },
    ...(editedMs !== null && { last_edit_date: Math.floor(editedMs / 1_000) }),
  };
  if (kind === "comment")
    return {
      ...{ ...shared, comment_id: id, post_id: parent, edited: editedMs !== null },
      ...(isOwn && { link: `https://${host}/questions/${question}/${slug}#comment${id}_${parent}` }),
    };
  const link = kind === "question" ? `https://${host}/questions/${id}/${slug}` : `https://${host}/a/${id}`;
  const named = isOwn || kind === "question" ? { title: escapeHtml(title), link } : {};
  if (method === "posts") return { ...shared, ...named, post_type: kind, post_id: id };
  if (kind === "answer")
    return { ...shared, ...named, answer_id: id, question_id: question, is_accepted: false };
  return { ...shared, ...named, tags, question_id: id, view_count: 3, answer_count: 0, is_answered: false };
}

function getOwner(name: string, host: string): object {
  return {
    user_id: 1,
    user_type: "registered",
    display_name: escapeHtml(name),
    link: `https://${host}/users/1`,
  };
}

function fault(id: number, name: string, message: string): Response {
  return zipped(400, { error_id: id, error_name: name, error_message: message });
}

/** The API always compresses. */
function zipped(status: number, body: object): Response {
  return new Response(gzipSync(JSON.stringify(body)), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "content-encoding": "gzip" },
  });
}
