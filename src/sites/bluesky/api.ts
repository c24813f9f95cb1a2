import * as z from "zod";
import type { Item } from "@/domain/reading/item";
import type { ItemStatus, StreamedSite } from "@/domain/reading/site";
import { NO_RATE, SiteError, type Rate } from "@/domain/reading/site-error";
import { parseJson, parseReply } from "../responses";
import { getError } from "../errors";
import { send, type Reply } from "../http";
import { getFullname, isAccount, isHandle, getParts } from "./address";
import { getItem } from "./record";

const TIMEOUT_MS = 8_000;
/** 25 posts with their embeds are a few hundred kilobytes. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;
/** Limits per request: number of names and URL length in characters. */
const max = { names: 25, length: 3_500 };

const post = z.object({
  uri: z.string(),
  record: z.unknown().optional(),
  indexedAt: z.string().nullish().catch(null),
});
type Post = z.infer<typeof post>;
const postsResponse = z.object({ posts: z.array(z.unknown()) });
const threadResponse = z.object({ thread: z.object({ post: z.unknown().optional() }) });
const profilesResponse = z.object({ profiles: z.array(z.unknown()) });
const profile = z.object({ did: z.string(), handle: z.string() });
const refusal = z.object({ error: z.string() });

export interface ApiSettings {
  apiUrl: string;
  userAgent: string;
  now: () => number;
  timeoutMs?: number;
}

type Api = Pick<StreamedSite, "lookUp" | "fetchByFullname" | "fetchItem"> &
  Required<Pick<StreamedSite, "fetchNames" | "fetchAccounts">>;

export function createApi({ apiUrl, userAgent, now, timeoutMs = TIMEOUT_MS }: ApiSettings): Api {
  const headers = { "user-agent": userAgent, accept: "application/json" };

  function get(method: string, requested: URLSearchParams, signal?: AbortSignal): Promise<Reply> {
    const url = `${apiUrl}/xrpc/${method}?${requested}`;
    return send({ url, headers, timeoutMs, signal, maxBytes: MAX_BODY_BYTES });
  }

  async function read<T>(
    method: string,
    requested: URLSearchParams,
    shape: z.ZodType<T>,
    signal?: AbortSignal,
  ) {
    const reply = await get(method, requested, signal);
    if (reply.status !== 200) throw getError(reply, now());
    return { response: parseReply(reply, shape), rate: reply.rate };
  }

  async function posts(fullnames: readonly string[], signal?: AbortSignal) {
    const shown = new Map<string, Post>();
    let rate: Rate = NO_RATE;
    for (const batch of queries("uris", fullnames)) {
      const { response, rate: pageRate } = await read("app.bsky.feed.getPosts", batch, postsResponse, signal);
      rate = pageRate;
      for (const raw of response.posts) {
        const { data } = post.safeParse(raw);
        if (data !== undefined) shown.set(data.uri, data);
      }
    }
    return { shown, rate };
  }

  async function postOfHandle(fullname: string, signal?: AbortSignal) {
    const query = new URLSearchParams({ uri: fullname, depth: "0", parentHeight: "0" });
    const reply = await get("app.bsky.feed.getPostThread", query, signal);
    if (reply.status === 400 && isNoPost(reply)) return { item: null, rate: reply.rate };
    if (reply.status !== 200) throw getError(reply, now());
    const shown = post.safeParse(parseReply(reply, threadResponse).thread.post).data;
    return { item: shown === undefined ? null : itemOfPost(shown, now()), rate: reply.rate };
  }

  async function profiles(actors: readonly string[], signal?: AbortSignal) {
    const shown: z.infer<typeof profile>[] = [];
    for (const batch of queries("actors", [...new Set(actors)])) {
      const { response } = await read("app.bsky.actor.getProfiles", batch, profilesResponse, signal);
      for (const raw of response.profiles) {
        const { data } = profile.safeParse(raw);
        if (data !== undefined && isAccount(data.did)) shown.push(data);
      }
    }
    return shown;
  }

  return {
    lookUp: { max: max.names, requests: (fullnames) => Math.ceil(fullnames / max.names) },
    async fetchByFullname(fullnames, signal) {
      const { shown, rate } = await posts(fullnames.filter(hasAccountId), signal);
      const statuses = fullnames.map((name): [string, ItemStatus] => [
        name,
        shown.has(name) ? "present" : "deleted",
      ]);
      return { statuses: new Map(statuses), rate };
    },
    async fetchItem(fullname, signal) {
      if (!hasAccountId(fullname)) return postOfHandle(fullname, signal);
      const { shown, rate } = await posts([fullname], signal);
      const found = shown.get(fullname);
      return { item: found === undefined ? null : itemOfPost(found, now()), rate };
    },
    async fetchNames(ids, signal) {
      const shown = await profiles(ids.filter(isAccount), signal);
      // "handle.invalid": the domain doesn't confirm the handle.
      const known = shown.filter(({ handle }) => isHandle(handle) && handle !== "handle.invalid");
      return new Map(known.map(({ did, handle }) => [did, handle]));
    },
    async fetchAccounts(names, signal) {
      const ids = names.filter(isAccount).map((id) => [id, id] as const);
      const handles = new Set(names.filter(isHandle).map((name) => name.toLowerCase()));
      const shown = await profiles([...handles], signal);
      const called = shown.map(({ did, handle }) => [handle.toLowerCase(), did] as const);
      return new Map([...ids, ...called.filter(([handle]) => handles.has(handle))]);
    },
  };
}

/** True if the post is identified by its account id, as getPosts requires. */
function hasAccountId(fullname: string): boolean {
  return isAccount(getParts(fullname)?.account ?? "");
}

function queries(name: string, all: readonly string[]): URLSearchParams[] {
  const batches: URLSearchParams[] = [];
  for (const one of all) {
    const last = batches.at(-1);
    const isFull =
      last === undefined || last.size >= max.names || `${last}`.length + one.length * 3 > max.length;
    if (isFull) batches.push(new URLSearchParams([[name, one]]));
    else last.append(name, one);
  }
  return batches;
}

function isNoPost(reply: Reply): boolean {
  const why = refusal.safeParse(parseJson(reply)).data?.error;
  return why === "NotFound" || why === "InvalidRequest";
}

function itemOfPost({ uri, record, indexedAt }: Post, nowMs: number): Item {
  const { account = "", key = "" } = getParts(uri) ?? {};
  const seenAtMs = Date.parse(indexedAt ?? "");
  const item = getItem(account, key, record, Number.isNaN(seenAtMs) ? nowMs : seenAtMs);
  if (item !== null && item.fullname === getFullname(account, key)) return item;
  throw new SiteError("malformed", "the response isn't a post", { status: 200 });
}
