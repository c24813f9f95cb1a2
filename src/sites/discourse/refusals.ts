import type { GuardedReply } from "@/adapters/guarded-fetch/guarded-fetch";
import { SiteError, type SiteErrorKind } from "@/domain/reading/site-error";
import { isPage } from "../guarded";
import { readRetryAfterMs } from "../rate";

export function isGone({ status }: Pick<GuardedReply, "status">): boolean {
  return status === 404 || status === 410;
}

export function toRefusal(reply: GuardedReply, nowMs: number): SiteError {
  const { status, headers } = reply;
  const [kind, text] = classify(reply);
  return new SiteError(kind, text, { status, retryAfterMs: readRetryAfterMs(headers, nowMs) });
}

function classify(reply: GuardedReply): [SiteErrorKind, string] {
  const { status } = reply;
  if (isGone(reply)) return ["missing", "No Discourse forum at this URL"];
  if (status === 429) return ["rate-limited", "Rate limited by the forum"];
  // The forum itself sends JSON. A proxy in front of it sends HTML.
  if (status === 401 || status === 403)
    return isPage(reply) ? ["blocked", "The forum blocks our requests"] : ["forbidden", membersText];
  const isPassing = status === 408 || status >= 500;
  return [isPassing ? "unavailable" : "malformed", `Returned status ${status}`];
}

export const membersText = "Only members can see its posts";

/** The error for HTML in place of posts: either a login page or no forum. */
export function getReplacement({ url, status }: GuardedReply): SiteError {
  const isWayIn = /\/(?:login|session|auth)\b/.test(new URL(url).pathname);
  if (isWayIn) return new SiteError("forbidden", membersText, { status });
  return new SiteError("malformed", "Returned a web page; this doesn't look like a Discourse forum", {
    status,
  });
}
