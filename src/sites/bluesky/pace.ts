/** Over which time the usual rate is taken. */
const overMs = 600_000;
/** Of an empty stretch this long, in usual distances between two events, nothing but a fault is left as a reason. */
const distances = 50;
/** From so many events a second on the stream can't be silent by itself. */
const busyPerSecond = 1;

/**
 * How many events the stream usually tells, by its own times, so that a replay counts as it was written. What is silence on one
 * stream is usual on another: a network of one's own may tell nothing for hours.
 */
export class Pace {
  #perMs = 0;
  #lastMs: number | null = null;

  note(atMs: number): void {
    const passedMs = Math.max(0, atMs - (this.#lastMs ?? atMs));
    this.#perMs = this.#perMs * Math.exp(-passedMs / overMs) + 1 / overMs;
    this.#lastMs = Math.max(atMs, this.#lastMs ?? atMs);
  }

  get isBusy(): boolean {
    return this.#perMs * 1_000 >= busyPerSecond;
  }

  /** So long nothing may be told before the line is given up, of at least so many milliseconds. */
  silenceMs(leastMs: number): number {
    return Math.min(Math.max(leastMs, this.usualMs * distances), leastMs * 60);
  }

  /** Between two events. Before any is known: long enough to wait for the first. */
  get usualMs(): number {
    return this.#perMs === 0 ? 1_200 : 1 / this.#perMs;
  }
}
