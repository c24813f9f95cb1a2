import type { GuardedReply } from "@/adapters/guarded-fetch/guarded-fetch";
import { SiteError, type SiteErrorKind } from "@/domain/reading/site-error";
import { isPage } from "../guarded";
import { readRetryAfterMs } from "../rate";

/**
 * PieFed responds with 400 and "Not found" for unknown ids, "post not found" for hidden posts. With 404, the
 * response could be a proxy's.
 */
export function isGone({ status }: Pick<GuardedReply, "status">, error: string): boolean {
  if (status === 410 || /couldnt_?find_?(?:post|comment|object)|not_?found/i.test(error)) return true;
  return status === 400 && /not found|no row was found/i.test(error);
}

/** Converts a response other than 200 to an error. `error` is the instance's own word for it. */
export function toRefusal(reply: GuardedReply, nowMs: number, error = ""): SiteError {
  const [kind, text] = getMeaning(reply, error);
  return new SiteError(kind, text, {
    status: reply.status,
    reason: kind === "missing" && error === "" ? "no-api" : undefined,
    retryAfterMs: readRetryAfterMs(reply.headers, nowMs),
  });
}

function getMeaning(reply: GuardedReply, error: string): [SiteErrorKind, string] {
  const { status } = reply;
  if (status === 429 || /rate_?limit/i.test(error)) return ["rate-limited", "Rate limited by the instance"];
  if (/instance_is_private|not_logged_in/i.test(error))
    return ["forbidden", "Only members can see its posts"];
  if (/couldnt_?find_?community/i.test(error)) return ["missing", "This community doesn't exist"];
  if (status === 404 || status === 410) return ["missing", "No Lemmy instance at this URL"];
  if (status === 401 || status === 403)
    return isPage(reply)
      ? ["blocked", "The instance blocks our requests"]
      : ["forbidden", "Only members can see its posts"];
  const isPassing = status === 408 || status >= 500;
  return [isPassing ? "unavailable" : "malformed", `Returned status ${status}`];
}
