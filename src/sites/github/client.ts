import type * as z from "zod";
import { SiteError, type Rate } from "@/domain/reading/site-error";
import { send, type Reply } from "../http";
import { parseReply } from "../responses";
import { getRate, toRefusal } from "./refusals";

const TIMEOUT_MS = 10_000;
/** 20 texts of the maximum length are smaller. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Renamed repositories redirect, possibly several times. */
const maxRedirects = 3;

export interface GitHubSettings {
  apiUrl: string;
  token?: string | undefined;
  userAgent: string;
  now?: () => number;
  timeoutMs?: number;
}

export interface GitHubResponse {
  reply: Reply;
  path: string;
}

export interface Client {
  hasToken: boolean;
  now: () => number;
  /** Requests a path of the API. Follows redirects within it, unless `isDirect`. */
  get(
    path: string,
    how?: { tag?: string | null; isDirect?: boolean; signal?: AbortSignal | undefined },
  ): Promise<GitHubResponse>;
  graphql<T>(query: string, variables: object, shape: z.ZodType<T>, signal?: AbortSignal): Promise<T>;
  /** Requests a page of the website, without the token. */
  page(path: string, signal?: AbortSignal): Promise<Reply>;
  /** Parses a 200, and throws for other responses. */
  read<T>(reply: Reply, shape: z.ZodType<T>): T;
  rate(reply: Reply): Rate;
}

export function createClient(settings: GitHubSettings): Client {
  const { apiUrl, token, userAgent, now = Date.now, timeoutMs = TIMEOUT_MS } = settings;
  const common = { "user-agent": userAgent };
  const headers = {
    ...common,
    accept: "application/vnd.github+json",
    "x-github-api-version": "2022-11-28",
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const limits = { timeoutMs, maxBytes: MAX_BODY_BYTES };

  const get: Client["get"] = async (path, { tag = null, isDirect = false, signal } = {}) => {
    const conditional: Record<string, string> = tag === null ? headers : { ...headers, "if-none-match": tag };
    for (let hops = 0, at = path; ; hops += 1) {
      const url = `${apiUrl}${at}`;
      const reply = await send({ url, headers: conditional, ...limits, signal });
      if (!isRedirect(reply) || isDirect || hops === maxRedirects) return { reply, path: at };
      at = getPath(reply, url, apiUrl);
    }
  };

  function read<T>(reply: Reply, shape: z.ZodType<T>): T {
    if (reply.status !== 200) throw toRefusal(reply, now());
    return parseReply(reply, shape);
  }

  return {
    ...{ hasToken: token !== undefined, now, get, read },
    rate: (reply) => getRate(reply, now()),
    async graphql(query, variables, shape, signal) {
      const text = JSON.stringify({ query, variables });
      const json = { ...headers, "content-type": "application/json" };
      // On a server of a company, GraphQL is next to the API's version.
      const url = `${apiUrl.replace(/\/v3$/, "")}/graphql`;
      const reply = await send({ url, method: "POST", headers: json, text, ...limits, signal });
      return read(reply, shape);
    },
    page: (path, signal) =>
      send({
        url: `${webUrl(apiUrl)}${path}`,
        headers: { ...common, accept: "application/atom+xml" },
        ...limits,
        signal,
      }),
  };
}

export function isRedirect({ status }: Reply): boolean {
  return status === 301 || status === 302 || status === 307 || status === 308;
}

/** The path that a redirect or a link leads to, or null if it leaves the API: the token must not follow. */
export function pathWithin(target: string, url: string, apiUrl: string): string | null {
  const leadsTo = target !== "" && URL.canParse(target, url) ? new URL(target, url).href : "";
  return leadsTo.startsWith(`${apiUrl}/`) ? leadsTo.slice(apiUrl.length) : null;
}

function getPath(reply: Reply, url: string, apiUrl: string): string {
  const path = pathWithin(reply.headers.get("location") ?? "", url, apiUrl);
  if (path !== null) return path;
  throw new SiteError("malformed", "Redirected to another site", {
    reason: "redirect",
    status: reply.status,
  });
}

function webUrl(apiUrl: string): string {
  return apiUrl.replace(/^https:\/\/api\.github\.com$/, "https://github.com").replace(/\/api\/v3$/, "");
}

export function nextPath({ headers }: Reply, apiUrl: string): string | null {
  const [, target] = /<([^<>]+)>\s*;[^,<]*\brel="?next"?/.exec(headers.get("link") ?? "") ?? [];
  return target === undefined ? null : pathWithin(target, apiUrl, apiUrl);
}
