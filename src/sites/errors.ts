import { SiteError, type SiteErrorKind } from "@/domain/site-error";
import type { Reply } from "./http";
import { readRetryAfterMs } from "./rate";

/** What an answer that is not a 200 means, of a site that anybody may read and that keeps no single item back. */
export function errorOf(reply: Reply, nowMs: number): SiteError {
  const { status, headers, rate } = reply;
  return new SiteError(kindOf(status), `status ${status}`, {
    // An address that moved is for a person to look at.
    reason: status >= 300 && status < 400 ? "redirect" : undefined,
    retryAfterMs: readRetryAfterMs(headers, nowMs),
    rate,
    status,
  });
}

function kindOf(status: number): SiteErrorKind {
  if (status === 429) return "rate-limited";
  // It refuses who asks too much.
  if (status === 403) return "blocked";
  if (status === 401) return "unauthorized";
  return status === 408 || status >= 500 ? "unavailable" : "malformed";
}
