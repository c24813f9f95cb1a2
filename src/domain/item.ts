/**
 * A text as an item may hold it: a NUL, which PostgreSQL refuses, and half a surrogate pair, which no encoding
 * carries, become U+FFFD.
 */
export function storable(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, "\uFFFD");
}

/** A post or a comment. What of it is matched: docs/matching.md. */
export type ItemKind = "post" | "comment";

/** An item as normalised by the site's adapter; strings hold no NUL and no lone surrogate. */
export interface Item {
  /** The site's own name of it: an opaque string, never parsed, never ordered. */
  fullname: string;
  kind: ItemKind;
  /** Where people wrote it, by the site's id, and what of it a watch names. */
  site: string;
  /** As displayed, without the site's prefix. Compare in lower case. */
  place: string;
  /** What its site calls the place, beside its name; absent: that is not known. */
  placeLabel?: string;
  /** The address that its place's hidden name stands for. Only for matching: it is never stored. */
  placeAddress?: string;
  /** A post's own title; of a comment the title of its post, which is shown and never matched. */
  title: string;
  /** It has no title of its own: what stands there is how its text begins, and is shown and never matched. */
  isUntitled?: true;
  /**
   * Everything else the author wrote, as Markdown: texts, image descriptions and captions, poll options, tags, and a link post's
   * URL. Matched as a reader sees it: docs/matching.md.
   */
  body: string;
  /** The site's HTML of the text, null where it sent none. */
  html: string | null;
  /** Null when the account was deleted. Several authors: see `joinedAuthors`. */
  author: string | null;
  /** The account by the site's own id, where the site tells what becomes of accounts: all of its items go with it. */
  authorId?: string;
  /** Absolute https address of the item. */
  url: string;
  /** Of a post that submits something from elsewhere its address as it was given; absent: it submits nothing. */
  link?: string;
  /** Other items of the place have the same link, so it doesn't identify a story. */
  sharesLink?: true;
  createdAt: Date;
  over18: boolean;
  /** What it is filed under in its place; absent: nothing, or its site doesn't say. */
  flair?: string;
}

/** Whether its title is matched: a comment shows that of its post. */
export function hasOwnTitle({ kind, isUntitled }: Pick<Item, "kind" | "isUntitled">): boolean {
  return kind === "post" && isUntitled !== true;
}

/** Stores several authors as one string: "Jane Roe; John Doe". */
export function joinedAuthors(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(";", ",")).join("; ");
}

/** Names that match `author:`: each author, and the whole string. */
export function authorsOf({ author }: Pick<Item, "author">): string[] {
  if (author === null) return [];
  return author.includes("; ") ? [author, ...author.split("; ")] : [author];
}

/** What an address of a site leads to: the item, and its place as far as the address says it. */
export interface LinkedItem {
  /**
   * As the site's items have it, or what `fetchItem` takes for it where the address doesn't say that ("isByAddress").
   */
  fullname: string;
  /** Only the site knows which item stands there: `fetchItem` answers it by its own fullname. */
  isByAddress?: true;
  place: string | null;
}
