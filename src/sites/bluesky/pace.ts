const overMs = 600_000;
/** A silence of this many average intervals means that something is wrong. */
const distances = 50;
/** Streams with at least this rate (events per second) are never silent unless there's a fault. */
const busyPerSecond = 1;

/** Uses the events' own times, so replays don't distort it. Small networks can be silent for hours. */
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

  /** Longest silence of the stream before we reconnect (at least `minMs`). */
  silenceMs(minMs: number): number {
    return Math.min(Math.max(minMs, this.usualMs * distances), minMs * 60);
  }

  /** Average interval between two events. Before the first event, a generous default. */
  get usualMs(): number {
    return this.#perMs === 0 ? 1_200 : 1 / this.#perMs;
  }
}
