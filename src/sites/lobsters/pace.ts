/** Runs one request at a time, with a pause between the end of one and the start of the next. */
export function createPace(
  pauseMs: number,
  { now, sleep }: { now: () => number; sleep: (ms: number) => Promise<unknown> },
): <T>(request: () => Promise<T>) => Promise<T> {
  let turn: Promise<unknown> = Promise.resolve();
  let endedMs = -Infinity;
  return (request) => {
    const mine = turn.then(async () => {
      // Never longer than the pause, in case the clock was set back.
      const waitMs = Math.min(pauseMs, endedMs + pauseMs - now());
      if (waitMs > 0) await sleep(waitMs);
      try {
        return await request();
      } finally {
        endedMs = now();
      }
    });
    turn = mine.catch(() => undefined);
    return mine;
  };
}
