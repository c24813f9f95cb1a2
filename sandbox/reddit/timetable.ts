import type { Entry } from "./entry";
import { type Slot, Stream, type StreamSettings } from "./stream";
import type { Subreddit } from "./subreddits";

/** Runs a stream along the clock: pauses it, and keeps back what shows up late. */
export class Timetable {
  readonly stream: Stream;
  #writtenUntilMs: number;
  #late: { entry: Entry; visibleAtMs: number }[] = [];
  readonly #pauses: { fromMs: number; untilMs: number }[] = [];

  constructor(seed: number, settings: StreamSettings, subreddits: readonly Subreddit[], startMs: number) {
    this.stream = new Stream(seed, settings, subreddits);
    this.#writtenUntilMs = startMs;
  }

  /** Writes what is due; a clock that went back writes nothing twice. */
  catchUp(nowMs: number, entryOf: (slot: Slot) => Entry, list: (entry: Entry) => void): void {
    if (nowMs > this.#writtenUntilMs) {
      for (const slot of this.between(this.#writtenUntilMs, nowMs)) {
        if (slot.lagMs === 0) list(entryOf(slot));
        else this.#late.push({ entry: entryOf(slot), visibleAtMs: slot.atMs + slot.lagMs });
      }
      this.#writtenUntilMs = nowMs;
    }
    this.#showLate(nowMs, list);
  }

  *between(afterMs: number, untilMs: number): Generator<Slot> {
    for (const slot of this.stream.between(afterMs, untilMs)) if (!this.#isPaused(slot.atMs)) yield slot;
  }

  find(serial: number, nowMs: number): Slot | undefined {
    const slot = this.stream.find(serial);
    const isWritten = slot !== undefined && slot.atMs + slot.lagMs <= nowMs && !this.#isPaused(slot.atMs);
    return isWritten ? slot : undefined;
  }

  pause(nowMs: number): void {
    this.#pauses.push({ fromMs: nowMs, untilMs: Infinity });
  }

  resume(nowMs: number): void {
    const last = this.#pauses.at(-1);
    if (last?.untilMs === Infinity) last.untilMs = nowMs;
  }

  #isPaused(atMs: number): boolean {
    return this.#pauses.some((pause) => atMs > pause.fromMs && atMs <= pause.untilMs);
  }

  #showLate(nowMs: number, list: (entry: Entry) => void): void {
    if (!this.#late.some((late) => late.visibleAtMs <= nowMs)) return;
    for (const late of this.#late) if (late.visibleAtMs <= nowMs) list(late.entry);
    this.#late = this.#late.filter((late) => late.visibleAtMs > nowMs);
  }
}
