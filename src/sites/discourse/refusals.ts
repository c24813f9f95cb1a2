import type { GuardError, GuardReason } from "@/adapters/guarded-fetch/guard-error";
import type { GuardedReply } from "@/adapters/guarded-fetch/guarded-fetch";
import { SiteError, type SiteErrorKind } from "@/domain/site-error";
import { readRetryAfterMs } from "../rate";

/** What is told of a forum that can't be read, to those who watch it. */
const unheardTexts: Readonly<Record<GuardReason, string>> = {
  address: "Its address may not be read from here",
  unknown: "Its host is not found",
  timeout: "It did not answer in time",
  network: "The connection to it failed",
  "too-large": "Its answer is larger than 5 MB",
  redirects: "Its address leads on and on",
  encoding: "Its answer can't be unpacked",
  aborted: "It was not waited for",
};

export function unheard({ reason }: GuardError): SiteError {
  const isOurs = reason === "address" || reason === "too-large" || reason === "encoding";
  return new SiteError(isOurs ? "malformed" : "unavailable", unheardTexts[reason], { reason });
}

export function isGone({ status }: Pick<GuardedReply, "status">): boolean {
  return status === 404 || status === 410;
}

export function isPage({ headers }: Pick<GuardedReply, "headers">): boolean {
  return /\bhtml\b/i.test(headers.get("content-type") ?? "");
}

/** What an answer that is not a 200 means. */
export function refusalOf(reply: GuardedReply, nowMs: number): SiteError {
  const { status, headers } = reply;
  const [kind, text] = meaningOf(reply);
  return new SiteError(kind, text, { status, retryAfterMs: readRetryAfterMs(headers, nowMs) });
}

function meaningOf(reply: GuardedReply): [SiteErrorKind, string] {
  const { status } = reply;
  if (isGone(reply)) return ["missing", "There is no Discourse forum at this address"];
  if (status === 429) return ["rate-limited", "It asks to be asked less often"];
  // The forum answers as it always does; a page comes from what stands before it.
  if (status === 401 || status === 403)
    return isPage(reply) ? ["blocked", "It refuses to be read from here"] : ["forbidden", membersText];
  const isPassing = status === 408 || status >= 500;
  return [isPassing ? "unavailable" : "malformed", `It answered with status ${status}`];
}

export const membersText = "It shows its posts to its members alone";

/** A page where posts were asked for: of a forum for members its way in, else nothing that a forum answers. */
export function insteadOf({ url, status }: GuardedReply): SiteError {
  const isWayIn = /\/(?:login|session|auth)\b/.test(new URL(url).pathname);
  if (isWayIn) return new SiteError("forbidden", membersText, { status });
  return new SiteError("malformed", "It answered with a web page, not as a Discourse forum does", { status });
}
