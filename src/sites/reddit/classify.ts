import * as z from "zod";
import { parseJson } from "../responses";
import type { Reply } from "../http";
import { readRetryAfterMs } from "../rate";
import { SiteError, type SiteErrorKind } from "@/domain/reading/site-error";

const errorBody = z.object({ reason: z.string().nullish().catch(null) });

/** Converts responses other than 200. The status isn't enough: the CDN returns 403 too, but as HTML. */
export function getError(reply: Reply, nowMs: number): SiteError {
  const parsed = errorBody.safeParse(parseJson(reply));
  const reason = parsed.success ? (parsed.data.reason ?? undefined) : undefined;
  const [kind, ownReason] = kindOf(reply, parsed.success);
  return new SiteError(kind, `status ${reply.status}${reason ? ` (${reason})` : ""}`, {
    reason: reason ?? ownReason,
    retryAfterMs: readRetryAfterMs(reply.headers, nowMs),
    rate: reply.rate,
    status: reply.status,
  });
}

function kindOf(reply: Reply, isJson: boolean): [SiteErrorKind, string?] {
  const { status, headers } = reply;
  if (status === 429) return ["rate-limited"];
  if (status === 401) return ["unauthorized"];
  if (status === 403) {
    if (/insufficient_scope/.test(headers.get("www-authenticate") ?? "")) {
      return ["unauthorized", "insufficient_scope"];
    }
    return isJson ? ["forbidden"] : ["blocked"];
  }
  if (status === 451) return ["forbidden", "legal"];
  if (status === 404 || status === 410) return ["missing"];
  if (status >= 300 && status < 400)
    return redirectsToSearch(reply) ? ["missing"] : ["malformed", "redirect"];
  if (status === 408 || status >= 500) return ["unavailable"];
  return ["malformed"];
}

/** Unknown subreddits redirect to the search. Other redirects say nothing about the subreddit. */
function redirectsToSearch({ status, headers }: Reply): boolean {
  const location = headers.get("location");
  return location === null ? status === 302 : location.includes("/subreddits/search");
}
