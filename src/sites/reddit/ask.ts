import { errorOf } from "./classify";
import { send, type Reply } from "../http";
import { createTokenSource } from "./token";

const TIMEOUT_MS = 16_000;
/** Far more than a page has as a rule; one of 100 long items in a script that JSON escapes can pass it. */
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

/** Asks the data API; resolves to a 200 with its body unread, throws a SiteError for everything else. */
export type Ask = (path: string, query: Record<string, string>, signal?: AbortSignal) => Promise<Reply>;

export function createAsk(settings: RedditSettings): Ask {
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

  return async (path, query, signal) => {
    const url = `${apiUrl}${path}?${new URLSearchParams({ ...query, raw_json: "1" })}`;
    let { reply, token } = await attempt(url, signal);
    if (reply.status === 401) {
      // Tokens end early at times: one new one, and whatever is answered to that counts.
      tokens.forget(token);
      ({ reply, token } = await attempt(url, signal));
      if (reply.status === 401) tokens.forget(token);
    }
    if (reply.status !== 200) throw errorOf(reply, now());
    return reply;
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
