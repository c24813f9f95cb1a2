import type { Item } from "./item";

/** Validators for conditional requests. */
export interface FileMarks {
  etag: string | null;
  modified: string | null;
}

export interface LatestList {
  /** Time until which the site has published. */
  builtAt: Date;
  /** Items of the last minutes with fewer fields than in their files. */
  items: Item[];
}

export interface ItemFile {
  items: Item[];
  /** Number of invalid rows. */
  skipped: number;
  /** Fullnames of items left out because they are much older than the file. */
  old: string[];
}
