/** Allows one request at a time per host, with `spacingMs` between them. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  constructor(private readonly spacingMs: number) {}

  /** Runs `act` when it's the caller's turn. Throws the signal's reason if it aborts the wait. */
  async take<T>(host: string, signal: AbortSignal | undefined, act: () => Promise<T>): Promise<T> {
    const before = this.#last.get(host);
    let free = () => {};
    const over = new Promise<void>((resolve) => (free = resolve));
    const next = Promise.all([before, over]).then(() => {
      if (this.#last.get(host) === next) this.#last.delete(host);
    });
    this.#last.set(host, next);
    let startedMs = -this.spacingMs;
    try {
      await unlessAborted(before, signal);
      startedMs = performance.now();
      return await act();
    } finally {
      const restMs = startedMs < 0 ? 0 : this.spacingMs - (performance.now() - startedMs);
      if (restMs <= 0) free();
      else setTimeout(free, restMs).unref();
    }
  }
}

async function unlessAborted(
  wait: Promise<void> | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  if (wait === undefined || signal === undefined) return wait;
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    await Promise.race([wait, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
