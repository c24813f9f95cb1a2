import { vi } from "vitest";
import type { GuardedFetch } from "@/adapters/guarded-fetch/guarded-fetch";
import { pool } from "@/server/platform/database";

/** Time step while idle (ms). */
const stepMs = 500;

interface Timer {
  atMs: number;
  ring: () => void;
}

/**
 * A clock that stops while site or database requests are in progress and advances automatically when
 * everything is just waiting. Thirty seconds of waiting take no time, and the result doesn't depend on
 * machine load. `moved` is called for each step.
 */
export class VirtualTime {
  #timers: Timer[] = [];
  #requested = 0;
  /** Requests to such an address never get a response and don't stop the clock. */
  isSilent: (address: string) => boolean = () => false;

  constructor(
    public nowMs: number,
    private readonly moved: (ms: number) => void,
  ) {}

  sleep = (ms = 0): Promise<void> =>
    new Promise((resolve) => this.#timers.push({ atMs: this.nowMs + ms, ring: resolve }));

  /** Replaces the system timers used by site requests, until `vi.restoreAllMocks`. */
  takeOverLease(): void {
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      const ends = new AbortController();
      const ring = () => ends.abort(new DOMException("The time is over", "TimeoutError"));
      this.#timers.push({ atMs: this.nowMs + ms, ring });
      return ends.signal;
    });
    const requested = fetch;
    vi.spyOn(globalThis, "fetch").mockImplementation((input, how) =>
      this.#counted(String(input), async () => {
        const reply = await requested(input, how);
        const body = await reply.arrayBuffer();
        return new Response(body.byteLength === 0 ? null : body, reply);
      }),
    );
  }

  guarded(fetch: GuardedFetch): GuardedFetch {
    return (query) => this.#counted(query.address, () => fetch(query));
  }

  async #counted<T>(address: string, request: () => Promise<T>): Promise<T> {
    const counts = !this.isSilent(address);
    if (counts) this.#requested += 1;
    try {
      return await request();
    } finally {
      if (counts) this.#requested -= 1;
    }
  }

  /** Advances by this many milliseconds whenever everything is idle. */
  async pass(ms: number): Promise<void> {
    for (const endMs = this.nowMs + ms; this.nowMs < endMs;) {
      await this.quiet();
      this.nowMs += stepMs;
      this.moved(stepMs);
      const due = this.#timers.filter(({ atMs }) => atMs <= this.nowMs).sort((a, b) => a.atMs - b.atMs);
      this.#timers = this.#timers.filter(({ atMs }) => atMs > this.nowMs);
      for (const { ring } of due) ring();
    }
  }

  /**
   * Resolves after several turns of the event loop without activity, so a response can trigger the next
   * request.
   */
  async quiet(): Promise<void> {
    for (let turns = 0; turns < 4;) {
      await new Promise(setImmediate);
      turns = this.#isBusy() ? 0 : turns + 1;
    }
  }

  #isBusy(): boolean {
    const { totalCount, idleCount, waitingCount } = pool();
    return this.#requested > 0 || waitingCount > 0 || idleCount < totalCount;
  }
}
