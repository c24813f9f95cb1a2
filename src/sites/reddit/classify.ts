import { z } from "zod";
import { parseJson } from "../responses";
import type { Reply } from "../http";
import { readRetryAfterMs } from "../rate";
import { SiteError, type SiteErrorKind } from "@/domain/site-error";

const errorBody = z.object({ reason: z.string().nullish().catch(null) });

/** What an answer that is not a 200 means. Statuses alone don't tell: the edge answers 403 too, but in HTML. */
export function errorOf(reply: Reply, nowMs: number): SiteError {
  const said = errorBody.safeParse(parseJson(reply));
  const reason = said.success ? (said.data.reason ?? undefined) : undefined;
  const [kind, ownReason] = kindOf(reply, said.success);
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
  if (status >= 300 && status < 400) return leadsToSearch(reply) ? ["missing"] : ["malformed", "redirect"];
  if (status === 408 || status >= 500) return ["unavailable"];
  return ["malformed"];
}

/** A name that nobody has taken is sent to the search for it; any other redirect says nothing about the name. */
function leadsToSearch({ status, headers }: Reply): boolean {
  const location = headers.get("location");
  return location === null ? status === 302 : location.includes("/subreddits/search");
}
