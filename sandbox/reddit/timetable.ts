import type { Entry } from "./entry";
import { type Slot, Stream, type StreamSettings } from "./stream";
import type { Subreddit } from "./subreddits";

/** Listing operations of the schedule. */
interface Listings {
  list(entry: Entry): void;
  withdraw(entry: Entry, state: "deleted" | "removed"): void;
}

/** Runs a stream by the clock, with pauses, late items and deletions. */
export class Timetable {
  readonly stream: Stream;
  #writtenUntilMs: number;
  #later: { atMs: number; act: (listings: Listings) => void }[] = [];
  readonly #pauses: { fromMs: number; untilMs: number }[] = [];

  constructor(seed: number, settings: StreamSettings, subreddits: readonly Subreddit[], startMs: number) {
    this.stream = new Stream(seed, settings, subreddits);
    this.#writtenUntilMs = startMs;
  }

  /** Generates due items. If the clock goes back, doesn't repeat any. */
  catchUp(nowMs: number, getEntry: (slot: Slot) => Entry, listings: Listings): void {
    if (nowMs > this.#writtenUntilMs) {
      for (const slot of this.between(this.#writtenUntilMs, nowMs)) {
        this.#write(slot, getEntry(slot), listings);
      }
      this.#writtenUntilMs = nowMs;
    }
    this.#catchUpLater(nowMs, listings);
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

  #write(slot: Slot, entry: Entry, listings: Listings): void {
    const shownAtMs = slot.atMs + slot.lagMs;
    // Posts approved late are listed at the top with their old time, comments at their original place.
    if (slot.kind === "post") entry.listedAtMs = shownAtMs;
    if (slot.lagMs === 0) listings.list(entry);
    else this.#later.push({ atMs: shownAtMs, act: ({ list }) => list(entry) });
    if (slot.goneAfterMs === null) return;
    const goneAtMs = shownAtMs + slot.goneAfterMs;
    const state = stateAt(slot, goneAtMs);
    if (state === "visible") return;
    this.#later.push({
      atMs: goneAtMs,
      act: ({ withdraw }) => entry.state === "visible" && withdraw(entry, state),
    });
  }

  #catchUpLater(nowMs: number, listings: Listings): void {
    const due = this.#later.filter(({ atMs }) => atMs <= nowMs);
    if (due.length === 0) return;
    this.#later = this.#later.filter(({ atMs }) => atMs > nowMs);
    for (const { act } of due.sort((one, other) => one.atMs - other.atMs)) act(listings);
  }
}

/** Status of an item at a time. */
export function stateAt(slot: Slot, nowMs: number): "visible" | "deleted" | "removed" {
  if (slot.goneAfterMs === null || slot.atMs + slot.lagMs + slot.goneAfterMs > nowMs) return "visible";
  return slot.seed % 2 === 0 ? "deleted" : "removed";
}
