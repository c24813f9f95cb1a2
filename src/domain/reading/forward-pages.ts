import type { Item } from "./item";

export interface ForwardPages {
  /** Places on the same host are read one after the other. */
  getHost(place: string): string;
  /** The cursor before all items created from a time on. Cursors are decimal numbers that grow with time. */
  cursorAt(at: Date): string;
  fetchAfter(place: string, after: string, signal?: AbortSignal): Promise<ForwardPage>;
}

export interface ForwardPage {
  items: Item[];
  /** Fullnames of items that were edited since they were written. */
  edited: string[];
  /** Number of invalid rows, and of items whose authors ask not to be indexed. */
  skipped: number;
  unlisted: number;
  next: string;
  isEnd: boolean;
  /** How long the host asks us to wait before the next request (ms). */
  waitMs: number;
}
