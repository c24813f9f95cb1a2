import type { Clock } from "../clock";
import { json } from "../http";
import type { GitHubOptions } from "./shapes";

const hourMs = 3_600_000;

/** Rate-limit responses. */
export const refusals = ["spent", "retry-after", "secondary"] as const;
export type RefusalKind = (typeof refusals)[number];

/** Counts requests per hour, with and without a token. */
export class Limits {
  /** Requests refused because the hour's limit was used up. */
  refused = 0;
  readonly #clock: Clock;
  readonly #options: GitHubOptions;
  #used = new Map<boolean, { used: number; resetMs: number }>();
  #ordered: { kind: RefusalKind; count: number } | null = null;

  constructor(clock: Clock, options: GitHubOptions) {
    this.#clock = clock;
    this.#options = options;
  }

  reset(): void {
    this.#used.clear();
    this.#ordered = null;
    this.refused = 0;
  }

  /** Refuses the next requests in this way. */
  order(kind: RefusalKind, count = 1): void {
    this.#ordered = { kind, count };
  }

  /** Returns the response to a request beyond the limits, or null. */
  refuse(hasToken: boolean): Response | null {
    if (this.#ordered !== null && this.#ordered.count > 0) {
      this.#ordered.count -= 1;
      return this.#refusal(this.#ordered.kind, hasToken);
    }
    const { used } = this.#window(hasToken);
    if (used < this.#max(hasToken)) return null;
    this.refused += 1;
    return this.#refusal("spent", hasToken);
  }

  #refusal(kind: RefusalKind, hasToken: boolean): Response {
    if (kind === "retry-after")
      return json(429, { message: "You have exceeded a secondary rate limit." }, { "retry-after": "30" });
    if (kind === "secondary") return json(403, { message: "You have exceeded a secondary rate limit." });
    const headers = { ...this.#headers(hasToken), "x-ratelimit-remaining": "0" };
    return json(403, { message: "API rate limit exceeded for 127.0.0.1." }, headers);
  }

  /** Counts a request and adds the limit's headers. Unchanged responses are free with a token. */
  counted(response: Response, hasToken: boolean): Response {
    if (!(hasToken && response.status === 304)) this.#window(hasToken).used += 1;
    for (const [name, value] of Object.entries(this.#headers(hasToken))) response.headers.set(name, value);
    return response;
  }

  #headers(hasToken: boolean): Record<string, string> {
    const { used, resetMs } = this.#window(hasToken);
    const limit = this.#max(hasToken);
    return {
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-used": String(used),
      "x-ratelimit-remaining": String(Math.max(0, limit - used)),
      "x-ratelimit-reset": String(Math.ceil(resetMs / 1000)),
      "x-ratelimit-resource": "core",
    };
  }

  #max(hasToken: boolean): number {
    return hasToken ? this.#options.perHour : this.#options.perHourWithoutToken;
  }

  #window(hasToken: boolean): { used: number; resetMs: number } {
    const nowMs = this.#clock.nowMs();
    const last = this.#used.get(hasToken);
    if (last !== undefined && last.resetMs > nowMs) return last;
    const next = { used: 0, resetMs: (Math.floor(nowMs / hourMs) + 1) * hourMs };
    this.#used.set(hasToken, next);
    return next;
  }
}
