/** 'real' follows the wall clock (with an offset). 'manual' only changes when it is set. */
export type ClockMode = "real" | "manual";

/** The sandbox's clock, used for all of its timestamps. */
export class Clock {
  #mode: ClockMode;
  /** The time in manual mode, the offset from the wall clock in real mode. */
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

  /** Moves the clock forwards or backwards. */
  advance(ms: number): void {
    this.#value += ms;
  }

  set(ms: number): void {
    this.#value = this.#mode === "manual" ? ms : ms - Date.now();
  }

  /** Changes the mode without changing the time. */
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
 * Number of items written before the sandbox started, at this rate, plus a third. A restarted sandbox
 * therefore never reuses numbers, which the app would consider known.
 */
export function writtenBefore(clock: Clock, perSecond: number): number {
  return Math.floor((Math.max(0, clock.nowMs() - epochMs) / 1000) * perSecond * (4 / 3));
}
