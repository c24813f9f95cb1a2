/** 'real' runs with the wall clock (and an offset); 'manual' stands still until somebody moves it. */
export type ClockMode = "real" | "manual";

/** The sandbox's own time. Everything that Reddit and Resend would read off their clocks is read off this one. */
export class Clock {
  #mode: ClockMode;
  /** The time itself in manual mode, the difference to the wall clock in real mode. */
  #value: number;
  readonly #start: number | undefined;

  constructor(mode: ClockMode = "real", startMs?: number) {
    this.#mode = mode;
    this.#start = startMs;
    this.#value =
      mode === "manual" ? (startMs ?? Date.now()) : startMs === undefined ? 0 : startMs - Date.now();
  }

  get mode(): ClockMode {
    return this.#mode;
  }

  nowMs(): number {
    return this.#mode === "manual" ? this.#value : Date.now() + this.#value;
  }

  now(): Date {
    return new Date(this.nowMs());
  }

  /** Moves the clock, backwards too. */
  advance(ms: number): void {
    this.#value += ms;
  }

  set(ms: number): void {
    this.#value = this.#mode === "manual" ? ms : ms - Date.now();
  }

  /** Stops or starts without a jump. */
  switchTo(mode: ClockMode): void {
    const now = this.nowMs();
    this.#mode = mode;
    this.set(now);
  }

  reset(): void {
    this.#value =
      this.#mode === "manual"
        ? (this.#start ?? Date.now())
        : this.#start === undefined
          ? 0
          : this.#start - Date.now();
  }
}

const epochMs = Date.UTC(2026, 0, 1);

/**
 * How many were written before a sandbox that starts now, at so many a second; a third more, so that what it numbers
 * has a number of no start before. What an app keeps outlives the sandbox, and it takes a known number for known.
 */
export function writtenBefore(clock: Clock, perSecond: number): number {
  return Math.floor((Math.max(0, clock.nowMs() - epochMs) / 1000) * perSecond * (4 / 3));
}
