import { hasName } from "../named-error";

export interface Rate {
  used: number | null;
  remaining: number | null;
  /** Seconds until the site's next window. */
  resetSeconds: number | null;
}

/** For sites that provide no such information. */
export const NO_RATE: Rate = { used: null, remaining: null, resetSeconds: null };

export type SiteErrorKind =
  "rate-limited" | "blocked" | "unavailable" | "missing" | "forbidden" | "unauthorized" | "malformed";

interface SiteErrorDetails {
  reason?: string;
  retryAfterMs?: number | null;
  rate?: Rate;
  status?: number | null;
  requested?: boolean;
  head?: string;
  cause?: unknown;
}

/**
 * The only error that sites throw. Kinds: "rate-limited" (429), "blocked" (the edge refuses us, for any
 * place), "unavailable" (5xx, network errors, timeouts, or aborted by the caller with reason "aborted"),
 * "missing" (no such place; reason "banned" if it was banned), "forbidden" (the site refuses this resource,
 * with its reason if given), "unauthorized" (our credentials), "malformed" (an unexpected response; reason
 * "too-large" if it exceeds the size limit).
 */
export class SiteError extends Error {
  static override [Symbol.hasInstance](error: unknown): error is SiteError {
    return hasName(error, "SiteError");
  }

  override readonly name = "SiteError";
  readonly kind: SiteErrorKind;
  /** The site's own reason (private, banned, quarantined, gated, invalid_grant …) or ours. */
  readonly reason: string | undefined;
  readonly retryAfterMs: number | null;
  readonly rate: Rate;
  readonly status: number | null;
  /** True if a request was sent and counts against the API budget. */
  readonly requested: boolean;
  readonly head: string | undefined;

  constructor(kind: SiteErrorKind, message: string, details: SiteErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.reason = details.reason;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.rate = details.rate ?? NO_RATE;
    this.status = details.status ?? null;
    this.requested = details.requested ?? true;
    this.head = details.head;
  }
}
