const maxOpen = 2;
/** Failures in a row that pause a receiver, and how long until one request tries again. */
const maxFailures = 5;
const restMs = 60_000;
/** Maximum time a message waits for its receiver's turn before it is requeued. */
const patienceMs = 2_000;
/** Responses slower than this no longer block the next request. */
const slowMs = 500;
/** Spacing between requeued messages, so a receiver with a large backlog doesn't starve the others. */
const apartMs = 100;
const maxKept = 10_000;

interface Receiver {
  open: number[];
  failures: number;
  /** The last response was slow: if all connections are in use, don't wait for this one. */
  isSlow: boolean;
  turnedAway: number;
  restsUntilMs: number;
  nextMs: number;
  waiting: (() => void)[];
}

export type PassResult<T> = { response: T } | { waitMs: number };

/** Prevents a slow receiver from delaying others. Times are from performance.now(). */
export class Gate {
  readonly #receivers = new Map<string, Receiver>();

  /** Runs `act` at the receiver's turn. `hasFailed` decides if the response counts as a failure. */
  async pass<T>(
    key: string,
    spacingMs: number,
    act: () => Promise<T>,
    hasFailed: (response: T) => boolean,
  ): Promise<PassResult<T>> {
    const receiver = this.#getReceiver(key);
    const untilMs = performance.now() + patienceMs;
    for (;;) {
      const nowMs = performance.now();
      if (receiver.restsUntilMs > nowMs) return turnedAway(receiver, receiver.restsUntilMs - nowMs);
      const isLooking = receiver.failures >= maxFailures;
      const isFree = receiver.open.length < (isLooking ? 1 : maxOpen);
      if (isFree && receiver.nextMs <= nowMs) break;
      const isSlow =
        !isFree && (receiver.isSlow || receiver.open.every((startedMs) => nowMs - startedMs >= slowMs));
      if (nowMs >= untilMs || isSlow) return turnedAway(receiver, isLooking ? restMs : patienceMs);
      await turn(receiver, Math.min(untilMs, isFree ? receiver.nextMs : nowMs + slowMs) - nowMs);
    }
    const startedMs = performance.now();
    receiver.open.push(startedMs);
    receiver.nextMs = startedMs + spacingMs;
    let isFailure = true;
    try {
      const response = await act();
      isFailure = hasFailed(response);
      return { response };
    } finally {
      receiver.open.splice(receiver.open.indexOf(startedMs), 1);
      receiver.failures = isFailure ? receiver.failures + 1 : 0;
      receiver.isSlow = performance.now() - startedMs >= slowMs;
      if (!isFailure) receiver.turnedAway = 0;
      receiver.restsUntilMs = receiver.failures >= maxFailures ? performance.now() + restMs : 0;
      for (const wake of receiver.waiting.splice(0)) wake();
    }
  }

  #getReceiver(key: string): Receiver {
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
    if (this.#receivers.size > maxKept) this.#forgetIdle();
    return made;
  }

  #forgetIdle(): void {
    const nowMs = performance.now();
    for (const [key, { open, failures, nextMs }] of this.#receivers)
      if (open.length === 0 && failures === 0 && nextMs <= nowMs) this.#receivers.delete(key);
  }
}

/** Returns the wait before retrying, spaced after earlier requeued messages. */
function turnedAway(receiver: Receiver, ms: number): { waitMs: number } {
  receiver.turnedAway += 1;
  return { waitMs: Math.ceil(ms + receiver.turnedAway * apartMs) };
}

function turn(receiver: Receiver, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(1, Math.ceil(ms)));
    receiver.waiting.push(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
