import { NO_RATE, SiteError, type Rate, type SiteErrorKind } from "@/domain/reading/site-error";
import type { Reply } from "../http";
import { readRetryAfterMs } from "../rate";

/** Minimum wait after a secondary limit without a time (ms), as the site asks. */
const secondaryWaitMs = 60_000;

/** The state of the main limit. The site tells when it resets as a time; other limits are separate. */
export function getRate({ headers, rate }: Pick<Reply, "headers" | "rate">, nowMs: number): Rate {
  const resource = headers.get("x-ratelimit-resource") ?? "core";
  if (resource !== "core") return NO_RATE;
  const { resetSeconds } = rate;
  return {
    ...rate,
    resetSeconds: resetSeconds === null ? null : Math.max(0, resetSeconds - Math.floor(nowMs / 1000)),
  };
}

export function toRefusal(reply: Reply, nowMs: number): SiteError {
  const { status } = reply;
  const [kind, text, retryAfterMs] = classify(reply, nowMs);
  return new SiteError(kind, text, {
    ...{ status, retryAfterMs, rate: getRate(reply, nowMs) },
    reason: status >= 300 && status < 400 ? "redirect" : undefined,
  });
}

function classify(reply: Reply, nowMs: number): [SiteErrorKind, string, number | null] {
  const { status, headers, body } = reply;
  const retryAfterMs = readRetryAfterMs(headers, nowMs);
  if (status === 429 || status === 403) {
    const isSpent = headers.get("x-ratelimit-remaining") === "0";
    const resetMs = (getRate(reply, nowMs).resetSeconds ?? 0) * 1000;
    if (isSpent && retryAfterMs === null)
      return ["rate-limited", "GitHub's request limit is used up", resetMs || null];
    const isLimit = status === 429 || isSpent || retryAfterMs !== null || /rate limit|abuse/i.test(body);
    if (isLimit) return ["rate-limited", "GitHub asks for a pause", retryAfterMs ?? secondaryWaitMs];
    // Its edge answers in HTML, the API in JSON.
    return /\bhtml\b/i.test(headers.get("content-type") ?? "")
      ? ["blocked", "GitHub blocks our requests", null]
      : ["forbidden", "GitHub refuses access to this repository", null];
  }
  if (status === 401) return ["unauthorized", "GitHub doesn't accept the access token", null];
  if (status === 404) return ["missing", "The repository is private or doesn't exist", null];
  if (status === 410) return ["missing", "Issues are turned off in this repository", null];
  if (status === 451) return ["forbidden", "The repository isn't available for legal reasons", null];
  const isPassing = status === 408 || status >= 500;
  return [isPassing ? "unavailable" : "malformed", `Returned status ${status}`, retryAfterMs];
}
