import * as z from "zod";
import type { GuardedFetch } from "@/adapters/guarded-fetch/guarded-fetch";
import type { ThreadedParser } from "@/domain/reading/parser";
import type { ForwardPages } from "@/domain/reading/forward-pages";
import type { PlaceHealth, ItemStatus, StreamedSite } from "@/domain/reading/site";
import { NO_RATE, SiteError } from "@/domain/reading/site-error";
import { getError } from "../errors";
import { send, type Reply } from "../http";
import { parseJson } from "../responses";
import { idAt, getOrigin, toPageItem, getTag } from "./address";
import type { Instance } from "./instances";
import type { ReadPage } from "./pages";
import type { ParsePosts } from "./posts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;
const pageSize = 40;

const access = z.object({
  configuration: z.object({
    timelines_access: z.object({ hashtag_feeds: z.object({ local: z.string(), remote: z.string() }) }),
  }),
});

export interface ApiSettings {
  instances: readonly Instance[];
  userAgent: string;
  fetch: GuardedFetch;
  parsePage: ThreadedParser<{ text: string; place: string; nowMs: number }, ReadPage | null>;
  parsePosts: ParsePosts;
  now: () => number;
  timeoutMs?: number;
}

type Api = Pick<StreamedSite, "lookUp" | "fetchByFullname" | "fetchItem" | "checkPlace"> & {
  pages: ForwardPages;
};

export function createApi(settings: ApiSettings): Api {
  const { instances, userAgent, fetch, parsePage, parsePosts, now, timeoutMs = TIMEOUT_MS } = settings;
  const headers = { "user-agent": userAgent, accept: "application/json" };

  const getBase = (name: string) => instances.find((one) => one.name === name)?.base ?? null;

  function get(base: string, path: string, signal?: AbortSignal): Promise<Reply> {
    return send({ url: `${base}${path}`, headers, timeoutMs, signal, maxBytes: MAX_BYTES });
  }

  /** Requests a post of any instance. Its host comes from strangers unless the operator allowed it. */
  async function getPost(instance: string, id: string, signal?: AbortSignal) {
    const base = getBase(instance);
    const path = `/api/v1/statuses/${id}`;
    if (base !== null) {
      const { status, body } = await get(base, path, signal);
      return { status, body };
    }
    try {
      const reply = await fetch({
        address: `https://${instance}${path}`,
        allowsHttp: false,
        headers,
        signal,
      });
      return { status: reply.status, body: new TextDecoder().decode(reply.body) };
    } catch (cause) {
      throw new SiteError("unavailable", "an instance can't be reached", { reason: "network", cause });
    }
  }

  async function standingOf(fullname: string, signal?: AbortSignal): Promise<ItemStatus | null> {
    const post = toPageItem(fullname) ?? getOrigin(fullname);
    if (post === null) return "unknown";
    try {
      const { status } = await getPost(post.instance, post.id, signal);
      if (status === 200) return "present";
      if (status === 404 || status === 410) return "deleted";
      return status === 401 || status === 403 ? "unknown" : null;
    } catch (error) {
      // One origin says nothing about the others. Its posts are checked again later.
      if (!(error instanceof SiteError) || error.reason === "aborted") throw error;
      return null;
    }
  }

  async function fetchAfter(place: string, after: string, signal?: AbortSignal) {
    const named = getTag(place);
    const base = named && getBase(named.instance);
    if (named === null || base === null)
      throw new SiteError("forbidden", "not an allowed instance", { requested: false });
    const path = `/api/v1/timelines/tag/${encodeURIComponent(named.tag)}?limit=${pageSize}&min_id=${after}`;
    const reply = await get(base, path, signal);
    if (reply.status !== 200) throw toRefusal(reply, now());
    const page = await parsePage({ text: reply.body, place, nowMs: now() }, named.instance);
    if (page === null) throw new SiteError("malformed", "unexpected response", { status: 200 });
    const { rows, last, ...rest } = page;
    const waitMs = spentMs(reply.headers, now());
    return { ...rest, next: last ?? after, isEnd: rows === 0 || last === null, waitMs };
  }

  async function checkPlace(place: string, signal?: AbortSignal) {
    const withHealth = (health: PlaceHealth) => ({ health, displayName: null, rate: NO_RATE });
    const named = getTag(place);
    const base = named && getBase(named.instance);
    if (named === null || base === null) return withHealth("banned");
    const about = await get(base, "/api/v2/instance", signal);
    const feeds = access.safeParse(parseJson(about)).data?.configuration.timelines_access.hashtag_feeds;
    if (feeds !== undefined && (feeds.local !== "public" || feeds.remote !== "public"))
      return withHealth("private");
    try {
      await fetchAfter(place, idAt(new Date(now())), signal);
      return withHealth("ok");
    } catch (error) {
      // A refusal is the answer here.
      if (!(error instanceof SiteError)) throw error;
      if (error.kind === "forbidden") return withHealth("private");
      if (error.kind === "malformed" || error.kind === "missing") return withHealth("missing");
      throw error;
    }
  }

  return {
    lookUp: { max: 25, requests: (fullnames) => fullnames },
    async fetchByFullname(fullnames, signal) {
      const statuses = new Map<string, ItemStatus>();
      for (const fullname of fullnames) {
        const found = await standingOf(fullname, signal);
        if (found !== null) statuses.set(fullname, found);
      }
      return { statuses, rate: NO_RATE };
    },
    async fetchItem(fullname, signal) {
      const onPage = toPageItem(fullname);
      const post = onPage ?? getOrigin(fullname);
      if (post === null) return { item: null, rate: NO_RATE };
      const { status, body } = await getPost(post.instance, post.id, signal);
      // 401 and 403: only shown to accounts.
      if ([401, 403, 404, 410].includes(status)) return { item: null, rate: NO_RATE };
      if (status !== 200) throw new SiteError("forbidden", `status ${status}`, { status });
      const [read] = await parsePosts([{ data: body, atMs: now() }], post.instance);
      const item = read?.is === "item" ? read.item : null;
      const named = onPage === null ? {} : { fullname, place: fullname.slice(0, fullname.lastIndexOf("/")) };
      return { item: item && { ...item, ...named }, rate: NO_RATE };
    },
    checkPlace,
    pages: { fetchAfter, cursorAt: idAt, getHost: (place) => getTag(place)?.instance ?? "" },
  };
}

/** Closed timelines respond with 401 or 422, and a full one states its reset as a date. */
function toRefusal(reply: Reply, nowMs: number): SiteError {
  const { status } = reply;
  if (status === 401 || status === 403 || status === 422)
    return new SiteError("forbidden", "it requires an account", { reason: "private", status });
  if (status === 404) return new SiteError("missing", "there are no hashtags", { status });
  const error = getError(reply, nowMs);
  const retryAfterMs = error.retryAfterMs ?? resetMs(reply.headers, nowMs);
  return new SiteError(error.kind, error.message, { ...error, retryAfterMs });
}

/** How long to wait after this response because it used up the instance's limit (ms). */
function spentMs(headers: Headers, nowMs: number): number {
  const remaining = headers.get("x-ratelimit-remaining");
  return remaining !== null && Number(remaining) < 1 ? (resetMs(headers, nowMs) ?? 0) : 0;
}

function resetMs(headers: Headers, nowMs: number): number | null {
  const at = Date.parse(headers.get("x-ratelimit-reset") ?? "");
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
