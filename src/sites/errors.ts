import { SiteError, type SiteErrorKind } from "@/domain/reading/site-error";
import type { Reply } from "./http";
import { readRetryAfterMs } from "./rate";

/** For sites that need no credentials and have no private items. */
export function getError(reply: Reply, nowMs: number): SiteError {
  const { status, headers, rate } = reply;
  return new SiteError(kindOf(status), `status ${status}`, {
    // Redirects need an operator's attention.
    reason: status >= 300 && status < 400 ? "redirect" : undefined,
    retryAfterMs: readRetryAfterMs(headers, nowMs),
    rate,
    status,
  });
}

function kindOf(status: number): SiteErrorKind {
  if (status === 429) return "rate-limited";
  // Sent to clients with too many requests.
  if (status === 403) return "blocked";
  if (status === 401) return "unauthorized";
  return status === 408 || status >= 500 ? "unavailable" : "malformed";
}
