/** Replaces NUL, which PostgreSQL rejects, and lone surrogates, which can't be encoded, with U+FFFD. */
export function storable(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, "\uFFFD");
}

export type ItemKind = "post" | "comment";

/** An item normalized by the site's adapter. Strings never contain NUL or lone surrogates. */
export interface Item {
  /** The site's id for the item: opaque, never parsed or ordered. */
  fullname: string;
  kind: ItemKind;
  site: string;
  /** As displayed, without the site's prefix. Case-insensitive. */
  place: string;
  placeLabel?: string;
  /** The URL behind a hidden place name. Only used for matching, never stored. */
  placeAddress?: string;
  /** A post's own title. For comments, the title of the post: shown but never matched. */
  title: string;
  /** The item has no title. `title` then contains the start of the text: shown but never matched. */
  isUntitled?: true;
  /** Markdown, including captions, poll options, tags and a link post's URL. Matched per docs/matching.md. */
  body: string;
  html: string | null;
  /** Null if the account was deleted. Several authors: see `joinedAuthors`. */
  author: string | null;
  /** The site's id for the account, if the site reports deleted accounts. Their items are deleted, too. */
  authorId?: string;
  url: string;
  /** The URL that a link post submits. Absent for other posts. */
  link?: string;
  /** Other items of the place have the same link, so it doesn't identify a story. */
  sharesLink?: true;
  /** A normalized headline. Items of several outlets with the same one tell the same story. */
  headline?: string;
  /** The same on all sites and places that show this item, such as a bridged post. */
  uri?: string;
  createdAt: Date;
  over18: boolean;
  /** The thread: the fullname of its root, or the name replies have for it. For posts, only if it differs. */
  root?: string;
  /** What the reply names instead of its root: the fullname or `replyKey` of the item above it. */
  parent?: string;
  /** The name that replies use for this item, if it isn't the fullname. */
  replyKey?: string;
  /** The site's own count of the replies to a post, if known. */
  replies?: number;
  /** True if the site marks the author as a bot. */
  isBot?: boolean;
  /** The category or tag within the place. Absent if unknown. */
  flair?: string;
}

export function hasOwnTitle({ kind, isUntitled }: Pick<Item, "kind" | "isUntitled">): boolean {
  return kind === "post" && isUntitled !== true;
}

/** Stores several authors as one string: "Jane Roe; John Doe". */
export function joinedAuthors(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(";", ",")).join("; ");
}

/** Names that match `author:`: each author, and the whole string. */
export function getAuthors({ author }: Pick<Item, "author">): string[] {
  if (author === null) return [];
  return author.includes("; ") ? [author, ...author.split("; ")] : [author];
}

export interface LinkedItem {
  /** The fullname, or the argument for `fetchItem` if the URL doesn't contain it (`isByAddress`). */
  fullname: string;
  /** Only the site can resolve the item: `fetchItem` returns its fullname. */
  isByAddress?: true;
  place: string | null;
}
