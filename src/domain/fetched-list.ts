import type { Item } from "./item";
import type { Listed } from "./list-updates";

/** The list's own title and home page, or null. */
export interface ListTitle {
  title: string | null;
  home: string | null;
}

/** Validators for conditional requests, and the list's new URL if it has moved permanently. */
export interface ListMarks {
  etag: string | null;
  modified: string | null;
  movedTo: string | null;
}

/** A list. `entries` is null if it has not changed since these validators. */
export interface FetchedList {
  entries: ListEntry[] | null;
  /** Null if `entries` is. */
  called: ListTitle | null;
  /** Number of empty entries. */
  skipped: number;
  marks: ListMarks;
  /** Freshness of the list (ms). */
  freshMs: number;
}

/** An entry as an item. Its time is the publication time, or now. */
export interface ListEntry extends Listed {
  item: Item;
}
