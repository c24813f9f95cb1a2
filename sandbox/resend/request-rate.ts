/** Resend's limit of requests per second, with its headers. */
export class RequestRate {
  private windowEndsAt = 0;
  private used = 0;

  constructor(private readonly perSecond: number) {}

  /** Counts a request. By the wall clock, because a manual clock would never end the window. */
  count(): { allowed: boolean; headers: Record<string, string> } {
    const nowMs = performance.now();
    if (nowMs >= this.windowEndsAt) {
      this.windowEndsAt = nowMs + 1000;
      this.used = 0;
    }
    this.used++;
    return { allowed: this.used <= this.perSecond, headers: this.headers() };
  }

  private headers(): Record<string, string> {
    return {
      "ratelimit-limit": String(this.perSecond),
      "ratelimit-remaining": String(Math.max(0, this.perSecond - this.used)),
      "ratelimit-reset": "1",
    };
  }
}
