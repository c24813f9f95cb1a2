import type { Item } from "./item";

/** A batch of stream events in order. See `StreamedSite`. */
export interface StreamBatch {
  happened: readonly StreamEvent[];
  /** Position after this batch: opaque, at most 200 characters. */
  cursor: string;
  /** When the site sent the last event. */
  at: Date;
  /** All received events, including irrelevant ones. */
  events: number;
  /** Number of invalid posts. */
  skipped: number;
  /** Time range that the site had already deleted, or null. */
  gap: { from: Date; to: Date } | null;
  /** Events that are only counted, by name. */
  counts?: Readonly<Record<string, number>>;
}

/**
 * A relevant event. "edited": only refreshes stored text; edits never match, so most sites omit them. "author-gone": the account was deleted,
 * deactivated, suspended or taken down, together with all its items.
 */
export type StreamEvent =
  | { is: "written"; item: Item }
  | { is: "edited"; item: Item }
  | { is: "deleted"; fullname: string }
  | { is: "author-gone"; author: string }
  | { is: "author-back"; author: string };
