import type { StreamEvent, StreamBatch } from "@/domain/reading/stream";
import { SiteError } from "@/domain/reading/site-error";
import { written, type Cursor, type Host } from "./cursor";
import { readFrame } from "./frames";
import type { Pace } from "./pace";

/** This many unreadable frames in a row mean that this isn't a Jetstream. */
const maxUnreadable = 20;
/** How late the first event may be without counting as a gap (ms, and in average intervals). */
const expected = { minMs: 60_000, distances: 20, maxMs: 600_000 };

/** The lag is a median of this many events. Higher values than `maxLagMs` come from wrong clocks. */
const maxLags = 51;
const maxLagMs = 3_600_000;

export interface ReadStart {
  /** Null: starts from now. */
  from: Cursor | null;
  /** The host has deleted some of the events since `from`. */
  isOutdated: boolean;
}

export class EventReader {
  readonly #host: Host;
  readonly #pace: Pace;
  readonly #from: Cursor | null;
  #isOutdated: boolean;
  #isBegun = false;
  #unreadable = 0;
  #skipped = 0;
  #lags: number[] = [];

  constructor(host: Host, pace: Pace, { from, isOutdated }: ReadStart) {
    this.#host = host;
    this.#pace = pace;
    this.#from = from;
    this.#isOutdated = isOutdated;
  }

  /** Returns a batch (null if there were no events) and the error that ended the stream, if any. */
  batchFrom(lines: readonly string[]): {
    chunk: StreamBatch | null;
    last: Cursor | null;
    error: SiteError | null;
  } {
    const happened: StreamEvent[] = [];
    let gap: StreamBatch["gap"] = null;
    let last: Cursor | null = null;
    let events = 0;
    let error: SiteError | null = null;
    for (const line of lines) {
      const frame = readFrame(this.#host.version, line);
      if (frame.is === "error") error = endedBy(frame.name);
      else if (frame.is === "unreadable") error = this.#noteUnreadable();
      else if (frame.is === "info") this.#isOutdated ||= frame.name === "OutdatedCursor";
      else {
        const { sequence, atMs } = frame;
        const isRepeat = !this.#isBegun && this.#isKnown(sequence);
        if (!this.#isBegun) gap = this.#gapBefore(atMs);
        this.#isBegun = true;
        this.#unreadable = 0;
        this.#pace.note(atMs);
        if (frame.writtenMs !== null) this.#lags.push(atMs - frame.writtenMs);
        last = { host: this.#host.id, sequence, atMs, lagMs: 0 };
        events += 1;
        if (frame.isSkipped) this.#skipped += 1;
        if (frame.happened !== null && !isRepeat) happened.push(frame.happened);
      }
      if (error !== null) break;
    }
    if (last === null) return { chunk: null, last, error };
    last.lagMs = this.#lagMs();
    const skipped = this.#skipped;
    this.#skipped = 0;
    const chunk = { happened, cursor: written(last), at: new Date(last.atMs), events, skipped, gap };
    return { chunk, last, error };
  }

  #lagMs(): number {
    this.#lags = this.#lags.slice(-maxLags);
    const usual = this.#lags.toSorted((one, other) => one - other)[this.#lags.length >> 1];
    return Math.round(Math.min(Math.max(0, usual ?? this.#from?.lagMs ?? 0), maxLagMs));
  }

  /** The cursor's own event is sent again. */
  #isKnown(sequence: number): boolean {
    return this.#from?.host === this.#host.id && this.#from.sequence === sequence;
  }

  /** Version 1 silently starts later if it has deleted some of the events. */
  #gapBefore(firstMs: number): StreamBatch["gap"] {
    if (this.#from === null) return null;
    const { atMs } = this.#from;
    const usualMs = Math.min(expected.distances * this.#pace.usualMs, expected.maxMs);
    const lateMs = Math.max(expected.minMs, usualMs);
    const isLate = this.#host.version === 1 && firstMs - atMs > lateMs;
    return (this.#isOutdated || isLate) && firstMs > atMs
      ? { from: new Date(atMs), to: new Date(firstMs) }
      : null;
  }

  /** One unreadable frame is skipped; reconnecting would only repeat it. */
  #noteUnreadable(): SiteError | null {
    this.#skipped += 1;
    this.#unreadable += 1;
    if (this.#unreadable < maxUnreadable) return null;
    return new SiteError("malformed", "the stream's data can't be parsed", { reason: "unreadable" });
  }
}

function endedBy(name: string): SiteError {
  const isSlow = name === "ConsumerTooSlow";
  const why = isSlow ? "the stream was read too slowly" : "the stream was closed";
  return new SiteError("unavailable", why, { reason: isSlow ? "too-slow" : name.slice(0, 50) });
}
