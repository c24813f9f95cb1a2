import { getError } from "./classify";
import { send, type Reply } from "../http";
import { createTokenSource } from "./token";
import type { Rate } from "@/domain/reading/site-error";

const TIMEOUT_MS = 16_000;
/** Far more than usual pages; 100 long items in a script that JSON escapes can exceed it. */
const MAX_BODY_BYTES = 20 * 1024 * 1024;

export interface RedditSettings {
  clientId: string;
  clientSecret: string;
  userAgent: string;
  authUrl: string;
  apiUrl: string;
  now?: () => number;
  timeoutMs?: number;
}

/** Returns a response with status 200 and its body unparsed. Throws a SiteError for other statuses. */
export type SendRequest = (
  path: string,
  query: Record<string, string>,
  signal?: AbortSignal,
) => Promise<Reply>;

export interface RedditApi {
  request: SendRequest;
  /** Returns the Location of a path's redirect, or null if there is no redirect. */
  getRedirect(path: string, signal?: AbortSignal): Promise<{ location: string | null; rate: Rate }>;
}

export function createApi(settings: RedditSettings): RedditApi {
  const now = settings.now ?? Date.now;
  const timeoutMs = settings.timeoutMs ?? TIMEOUT_MS;
  const apiUrl = withoutSlash(settings.apiUrl);
  const tokens = createTokenSource({ ...settings, authUrl: withoutSlash(settings.authUrl), now, timeoutMs });

  async function attempt(
    url: string,
    signal: AbortSignal | undefined,
  ): Promise<{ reply: Reply; token: string }> {
    const token = await tokens.get(signal);
    const headers = {
      authorization: `bearer ${token}`,
      "user-agent": settings.userAgent,
      accept: "application/json",
    };
    return { reply: await send({ url, headers, timeoutMs, signal, maxBytes: MAX_BODY_BYTES }), token };
  }

  async function request(url: string, signal: AbortSignal | undefined): Promise<Reply> {
    let { reply, token } = await attempt(url, signal);
    if (reply.status === 401) {
      // Tokens can expire early. Try once more with a new one.
      tokens.forget(token);
      ({ reply, token } = await attempt(url, signal));
      if (reply.status === 401) tokens.forget(token);
    }
    return reply;
  }

  return {
    async request(path, query, signal) {
      const url = `${apiUrl}${path}?${new URLSearchParams({ ...query, raw_json: "1" })}`;
      const reply = await request(url, signal);
      if (reply.status !== 200) throw getError(reply, now());
      return reply;
    },
    async getRedirect(path, signal) {
      const reply = await request(`${apiUrl}${path}`, signal);
      const isRedirect = reply.status >= 300 && reply.status < 400;
      if (isRedirect) return { location: reply.headers.get("location"), rate: reply.rate };
      const isNowhere = reply.status === 200 || reply.status === 404 || reply.status === 410;
      if (!isNowhere) throw getError(reply, now());
      return { location: null, rate: reply.rate };
    },
  };
}

function withoutSlash(url: string): string {
  return url.replace(/(?<!\/)\/+$/, "");
}
