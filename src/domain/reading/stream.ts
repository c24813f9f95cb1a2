import type { Item } from "./item";

/** A batch of stream events in order. See `StreamedSite`. */
export interface StreamBatch {
  happened: readonly StreamEvent[];
  /** Position after this batch: opaque, at most 200 characters. */
  cursor: string;
  at: Date;
  /** All received events, including irrelevant ones. */
  events: number;
  skipped: number;
  /** Time range that the site had already deleted. */
  gap: { from: Date; to: Date } | null;
  /** Events that are only counted, by name. */
  counts?: Readonly<Record<string, number>>;
}

/** "edited": only refreshes stored text, never matches. "author-gone": account gone with all its items. */
export type StreamEvent =
  | { is: "written"; item: Item }
  | { is: "edited"; item: Item }
  | { is: "deleted"; fullname: string }
  | { is: "author-gone"; author: string }
  | { is: "author-back"; author: string };
