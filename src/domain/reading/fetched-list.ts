import type { Item } from "./item";
import type { Listed } from "./list-updates";

export interface ListTitle {
  title: string | null;
  home: string | null;
}

/** A list with its place name and content, or the reason why it wasn't found and whether the URL responds. */
export type FoundList =
  | (ListTitle & { place: string; items: number; newestAt: Date | null })
  | { reason: string; isThere: boolean };

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
  skipped: number;
  marks: ListMarks;
  freshMs: number;
}

/** An entry as an item. Its time is the publication time, or now. */
export interface ListEntry extends Listed {
  item: Item;
}
