/** What the site said about its request budget; each part may be missing. */
export interface Rate {
  used: number | null;
  remaining: number | null;
  /** Seconds until the site's window starts again. */
  resetSeconds: number | null;
}

/** Where a site says nothing of it. */
export const NO_RATE: Rate = { used: null, remaining: null, resetSeconds: null };

export type SiteErrorKind =
  "rate-limited" | "blocked" | "unavailable" | "missing" | "forbidden" | "unauthorized" | "malformed";

interface SiteErrorDetails {
  reason?: string;
  retryAfterMs?: number | null;
  rate?: Rate;
  status?: number | null;
  asked?: boolean;
  head?: string;
  cause?: unknown;
}

/**
 * The one way in which the site fails. Kinds: "rate-limited" (429), "blocked" (the edge refuses us, which says
 * nothing about a place), "unavailable" (5xx, network, time-out, or the caller gave up: reason "aborted"),
 * "missing" (no such place, reason "banned" if it was), "forbidden" (the site refuses this resource, reason
 * where it gives one), "unauthorized" (our credentials), "malformed" (an answer that is not what was asked for; reason "too-large": of
 * more bytes than are read).
 */
export class SiteError extends Error {
  override readonly name = "SiteError";
  readonly kind: SiteErrorKind;
  /** The site's own word: private, banned, quarantined, gated, invalid_grant …; or ours. */
  readonly reason: string | undefined;
  readonly retryAfterMs: number | null;
  readonly rate: Rate;
  readonly status: number | null;
  /** A request was really sent and counts against the budget of the data API. */
  readonly asked: boolean;
  /** How an answer began that was too large. */
  readonly head: string | undefined;

  constructor(kind: SiteErrorKind, message: string, details: SiteErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.reason = details.reason;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.rate = details.rate ?? NO_RATE;
    this.status = details.status ?? null;
    this.asked = details.asked ?? true;
    this.head = details.head;
  }
}
