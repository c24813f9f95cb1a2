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
}

export function emptyEntry(): RawEntry {
  return { texts: [], captions: [], tags: [], authors: [], published: [], updated: [] };
}

export class NoFeed extends Error {
  override readonly name = "NoFeed";
}

export const maxEntries = 10_000;
