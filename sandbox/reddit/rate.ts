import type { Clock } from "../clock";
import { html, json } from "../http";

const windowSeconds = 600;

export interface RateSettings {
  /** 1,000 per window: 100 per minute averaged over ten minutes, as in the free tier. */
  perWindow: number;
  /** Format of the 429. Both have been observed, without rate headers. */
  refusal: "json" | "html";
  /** False: omits the rate headers, as in some real responses. */
  headers: boolean;
}

export const usualRate: RateSettings = { perWindow: 1000, refusal: "json", headers: true };

/** Fixed windows of ten minutes per client id. */
export class RateCounter {
  settings: RateSettings = { ...usualRate };
  readonly #clock: Clock;
  readonly #used = new Map<string, number>();
  #window = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  spend(clientId: string): { headers: Record<string, string>; isOver: boolean } {
    const seconds = this.#clock.nowMs() / 1000;
    const window = Math.floor(seconds / windowSeconds);
    if (window !== this.#window) this.#used.clear();
    this.#window = window;
    const used = (this.#used.get(clientId) ?? 0) + 1;
    this.#used.set(clientId, used);
    const remaining = Math.max(0, this.settings.perWindow - used);
    const headers = {
      "x-ratelimit-used": String(used),
      "x-ratelimit-remaining": remaining.toFixed(1),
      "x-ratelimit-reset": String(Math.ceil((window + 1) * windowSeconds - seconds)),
    };
    return { headers: this.settings.headers ? headers : {}, isOver: used > this.settings.perWindow };
  }

  used(clientId: string): number {
    return this.#used.get(clientId) ?? 0;
  }

  reset(): void {
    this.settings = { ...usualRate };
    this.#used.clear();
  }
}

export function tooManyJson(): Response {
  return json(429, { message: "Too Many Requests", error: 429 });
}

export function tooManyHtml(retryAfter: string | null): Response {
  const page = `<!doctype html>
<html>
  <head><title>Too Many Requests</title></head>
  <body>
    <h1>whoa there, pardner!</h1>
    <p>we're sorry, but you appear to be a bot and we've seen too many requests from you lately.</p>
    <p>please wait ${retryAfter ?? "a few"} second(s) and try again.</p>
  </body>
</html>`;
  return html(429, page, retryAfter === null ? {} : { "retry-after": retryAfter });
}
