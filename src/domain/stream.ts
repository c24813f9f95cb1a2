import type { Item } from "./item";

/** A part of what a stream tells, in its order; see StreamedSite. */
export interface StreamBatch {
  happened: readonly StreamEvent[];
  /** Where to go on behind this piece: opaque, at most 200 characters. */
  cursor: string;
  /** When the site sent the last event of it. */
  at: Date;
  /** Events on the line, of every kind, those that say nothing to us included. */
  events: number;
  /** Posts that could not be read. */
  skipped: number;
  /** What the site no longer had when it was asked to go on; null: nothing is missing. */
  gap: { from: Date; to: Date } | null;
}

/**
 * What a stream tells of. Only what was written is: an edit never matches, so it is no event. An author is gone when the
 * account was deleted, deactivated, suspended or taken down, and all its items with it.
 */
export type StreamEvent =
  | { is: "written"; item: Item }
  | { is: "deleted"; fullname: string }
  | { is: "author-gone"; author: string }
  | { is: "author-back"; author: string };
