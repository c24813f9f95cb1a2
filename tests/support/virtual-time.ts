import { vi } from "vitest";
import type { GuardedFetch } from "@/adapters/guarded-fetch/guarded-fetch";
import { pool } from "@/server/platform/database";

/** As far as time goes on at once where nothing happens, milliseconds. */
const stepMs = 500;

interface Timer {
  atMs: number;
  ring: () => void;
}

/**
 * Time that stands still while anything is asked of a site or of the database, and goes on by itself where all that happens is
 * waiting: what takes thirty seconds takes none, and how busy the machine is plays no part. `moved` is told of each step.
 */
export class VirtualTime {
  #timers: Timer[] = [];
  #asked = 0;
  /** What is asked of an address is waited for by nobody: it is silent. */
  isSilent: (address: string) => boolean = () => false;

  constructor(
    public nowMs: number,
    private readonly moved: (ms: number) => void,
  ) {}

  sleep = (ms = 0): Promise<void> =>
    new Promise((resolve) => this.#timers.push({ atMs: this.nowMs + ms, ring: resolve }));

  /** In place of the machine's own for what the sites' requests are made of, until `vi.restoreAllMocks`. */
  takeOver(): void {
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      const ends = new AbortController();
      const ring = () => ends.abort(new DOMException("The time is over", "TimeoutError"));
      this.#timers.push({ atMs: this.nowMs + ms, ring });
      return ends.signal;
    });
    const asked = fetch;
    vi.spyOn(globalThis, "fetch").mockImplementation((input, how) =>
      this.#counted(String(input), async () => {
        const reply = await asked(input, how);
        const body = await reply.arrayBuffer();
        return new Response(body.byteLength === 0 ? null : body, reply);
      }),
    );
  }

  guarded(fetch: GuardedFetch): GuardedFetch {
    return (question) => this.#counted(question.address, () => fetch(question));
  }

  async #counted<T>(address: string, ask: () => Promise<T>): Promise<T> {
    const counts = !this.isSilent(address);
    if (counts) this.#asked += 1;
    try {
      return await ask();
    } finally {
      if (counts) this.#asked -= 1;
    }
  }

  /** So long it goes on, as often as it is quiet. */
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

  /** Once nothing is under way for some turns of the loop, in which an answer becomes the next question. */
  async quiet(): Promise<void> {
    for (let turns = 0; turns < 4;) {
      await new Promise(setImmediate);
      turns = this.#isBusy() ? 0 : turns + 1;
    }
  }

  #isBusy(): boolean {
    const { totalCount, idleCount, waitingCount } = pool();
    return this.#asked > 0 || waitingCount > 0 || idleCount < totalCount;
  }
}
