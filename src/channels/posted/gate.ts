/** Requests that are open to one receiver at the same time. */
const mostOpen = 2;
/** Failures in a row after which a receiver is left alone, and for how long until one request looks again. */
const mostFailures = 5;
const restMs = 60_000;
/** So long a message waits for its receiver's turn; then it makes room for others. */
const patienceMs = 2_000;
/** An answer that takes longer is not waited for by the next. */
const slowMs = 500;
/** What is turned away comes back so far apart: a receiver to which much is owed takes no time from others. */
const apartMs = 100;
/** So many receivers are remembered. */
const mostKept = 10_000;

interface Receiver {
  /** When each open request began. */
  open: number[];
  failures: number;
  /** Its last answer took long: while its places are taken nobody waits to see whether this one does. */
  isSlow: boolean;
  /** Messages since it last answered well. */
  turnedAway: number;
  restsUntilMs: number;
  /** When the next request may begin. */
  nextMs: number;
  waiting: (() => void)[];
}

/** Whether a request may be made now; else when it makes sense to come again. */
export type Snippet<T> = { answer: T } | { waitMs: number };

/** Keeps one slow or dead receiver from holding up the others: each by its own count. Times are of performance.now(). */
export class Gate {
  readonly #receivers = new Map<string, Receiver>();

  /** Acts when it is the receiver's turn. `hasFailed` says of the answer whether the receiver is in trouble. */
  async pass<T>(
    key: string,
    spacingMs: number,
    act: () => Promise<T>,
    hasFailed: (answer: T) => boolean,
  ): Promise<Snippet<T>> {
    const receiver = this.#receiverOf(key);
    const untilMs = performance.now() + patienceMs;
    for (;;) {
      const nowMs = performance.now();
      if (receiver.restsUntilMs > nowMs) return turnedAway(receiver, receiver.restsUntilMs - nowMs);
      const isLooking = receiver.failures >= mostFailures;
      const isFree = receiver.open.length < (isLooking ? 1 : mostOpen);
      if (isFree && receiver.nextMs <= nowMs) break;
      const isSlow =
        !isFree && (receiver.isSlow || receiver.open.every((beganMs) => nowMs - beganMs >= slowMs));
      if (nowMs >= untilMs || isSlow) return turnedAway(receiver, isLooking ? restMs : patienceMs);
      await turn(receiver, Math.min(untilMs, isFree ? receiver.nextMs : nowMs + slowMs) - nowMs);
    }
    const beganMs = performance.now();
    receiver.open.push(beganMs);
    receiver.nextMs = beganMs + spacingMs;
    let isFailure = true;
    try {
      const answer = await act();
      isFailure = hasFailed(answer);
      return { answer };
    } finally {
      receiver.open.splice(receiver.open.indexOf(beganMs), 1);
      receiver.failures = isFailure ? receiver.failures + 1 : 0;
      receiver.isSlow = performance.now() - beganMs >= slowMs;
      if (!isFailure) receiver.turnedAway = 0;
      receiver.restsUntilMs = receiver.failures >= mostFailures ? performance.now() + restMs : 0;
      for (const wake of receiver.waiting.splice(0)) wake();
    }
  }

  #receiverOf(key: string): Receiver {
    const found = this.#receivers.get(key);
    if (found !== undefined) return found;
    const made: Receiver = {
      open: [],
      failures: 0,
      isSlow: false,
      turnedAway: 0,
      restsUntilMs: 0,
      nextMs: 0,
      waiting: [],
    };
    this.#receivers.set(key, made);
    if (this.#receivers.size > mostKept) this.#forgetIdle();
    return made;
  }

  #forgetIdle(): void {
    const nowMs = performance.now();
    for (const [key, { open, failures, nextMs }] of this.#receivers)
      if (open.length === 0 && failures === 0 && nextMs <= nowMs) this.#receivers.delete(key);
  }
}

/** To come again after so long, each behind the one before. */
function turnedAway(receiver: Receiver, ms: number): { waitMs: number } {
  receiver.turnedAway += 1;
  return { waitMs: Math.ceil(ms + receiver.turnedAway * apartMs) };
}

/** Until somebody else's turn ends, or so long. */
function turn(receiver: Receiver, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(1, Math.ceil(ms)));
    receiver.waiting.push(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
