export interface RawEntry {
  id?: string;
  link?: string;
  /** Fallback for a missing link, such as an id that is a URL. */
  permalink?: string;
  title?: string;
  /** Most complete text first. */
  texts: string[];
  /** Titles and descriptions of media files. */
  captions: string[];
  tags: string[];
  authors: string[];
  /** Most precise date first. */
  published: string[];
  updated: string[];
  /** The URLs that relative links are resolved against, if the feed declares any. */
  linkBase?: string;
  textBase?: string;
}

export interface RawFeed {
  title?: string;
  home?: string;
  homeBase?: string;
  /** Authors of entries without an author. */
  authors: string[];
  freshMinutes?: number;
  entries: RawEntry[];
  /** Entries dropped from the middle of a too long list. */
  dropped?: number;
}

export function emptyEntry(): RawEntry {
  return { texts: [], captions: [], tags: [], authors: [], published: [], updated: [] };
}

export class NoFeed extends Error {
  override readonly name = "NoFeed";
}

export const maxEntries = 10_000;

/** Shortens a list from the middle: new entries can be at either end. */
export function withoutMiddle<T>(list: readonly T[], max: number): readonly T[] {
  const half = max / 2;
  return list.length <= max ? list : [...list.slice(0, half), ...list.slice(-half)];
}
