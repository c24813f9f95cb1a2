/** If a timer fires later than this, the process was frozen or busy (ms). */
const slackOf = (ms: number) => Math.max(50, ms / 10);
/** Limits the waiting in a process that is always busy. */
const maxRounds = 4;

/** Whether a timer of `ms` that ends now is late. */
function isLate(dueMs: number, ms: number): boolean {
  return performance.now() - dueMs > slackOf(ms);
}

/** Starts a timer, and again after a freeze of this process, because the response could still be unread. */
function runFairly(ms: number, start: (run: () => void) => void, onEnd: () => void, rounds: number): void {
  const dueMs = performance.now() + ms;
  start(() => {
    if (isLate(dueMs, ms) && rounds > 1) runFairly(ms, start, onEnd, rounds - 1);
    else onEnd();
  });
}

/** Calls `onEnd` after `ms`, later if this process was frozen. Returns a function that stops the timer. */
export function fairTimer(ms: number, onEnd: () => void, rounds = maxRounds): () => void {
  let timer: NodeJS.Timeout;
  runFairly(ms, (run) => (timer = setTimeout(run, ms)), onEnd, rounds);
  return () => clearTimeout(timer);
}

/** Aborts after `ms`, later if this process was frozen. */
export function fairTimeout(ms: number): AbortSignal {
  const ending = new AbortController();
  const onEnd = () => ending.abort(new DOMException("There was no response in time", "TimeoutError"));
  const start = (run: () => void) => AbortSignal.timeout(ms).addEventListener("abort", run, { once: true });
  runFairly(ms, start, onEnd, maxRounds);
  return ending.signal;
}

/** Repeats work with its own timeout of `ms` that failed while this process was frozen or busy. */
export async function tryFairly<T>(ms: number, work: () => Promise<T>, round = 1): Promise<T> {
  const dueMs = performance.now() + ms;
  try {
    return await work();
  } catch (error) {
    if (!isLate(dueMs, ms) || round >= maxRounds) throw error;
    return tryFairly(ms, work, round + 1);
  }
}
