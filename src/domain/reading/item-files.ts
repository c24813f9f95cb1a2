import type { Item } from "./item";

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
  skipped: number;
  /** Fullnames of items left out because they are much older than the file. */
  old: string[];
}
