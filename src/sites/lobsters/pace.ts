/** One request at a time, and so long between the end of one and the beginning of the next. */
export function createPace(
  pauseMs: number,
  { now, sleep }: { now: () => number; sleep: (ms: number) => Promise<unknown> },
): <T>(ask: () => Promise<T>) => Promise<T> {
  let turn: Promise<unknown> = Promise.resolve();
  let endedMs = -Infinity;
  return (ask) => {
    const mine = turn.then(async () => {
      // Never longer than the pause: a clock may have been put back meanwhile.
      const waitMs = Math.min(pauseMs, endedMs + pauseMs - now());
      if (waitMs > 0) await sleep(waitMs);
      try {
        return await ask();
      } finally {
        endedMs = now();
      }
    });
    turn = mine.catch(() => undefined);
    return mine;
  };
}
