import { commentFullname, postFullname } from "./ids";
import type { Subreddit } from "./subreddits";

export type EntryKind = "post" | "comment";

export type Shape = "self" | "link" | "link-with-text" | "crosspost" | "gallery" | "poll" | "image" | "video";

/** The content of an item, before conversion to Reddit's JSON. */
export interface Content {
  title: string;
  /** Markdown, or empty for a link post without text. */
  text: string;
  /** Null if the account was deleted. */
  author: string | null;
  shape: Shape;
  /** Target of a link post. */
  url: string | null;
  over18: boolean;
  spoiler: boolean;
  flair: string | null;
  edited: boolean;
  /** The original of a crosspost, or the post of a comment. */
  parent: Parent | null;
  options: readonly string[];
  captions: readonly string[];
  /** Overrides generated JSON fields, for unusual items. */
  raw: Record<string, unknown> | null;
}

export interface Parent {
  fullname: string;
  subreddit: string;
  title: string;
  text: string;
  author: string | null;
  over18: boolean;
  url: string | null;
  createdAtSeconds: number;
}

export interface Entry {
  fullname: string;
  kind: EntryKind;
  subreddit: Subreddit;
  createdAtSeconds: number;
  /** Sort keys of listings: this time, then `order`. */
  listedAtMs: number;
  order: number;
  /**
   * Moderation status: "held" by a filter, "removed" by a moderator, "deleted" by the author, "gone" without
   * a trace.
   */
  state: "visible" | "held" | "removed" | "deleted" | "gone";
  /** Comments written by hand. */
  comments: number;
  /** Written by a user or a test instead of the stream. */
  byHand: boolean;
  /** The keyword that the text contains. */
  keyword: string | null;
  /** Generated on demand, and discarded if it can be generated again. */
  content: Content | null;
  compose: () => Content;
}

export function getContent(entry: Entry): Content {
  entry.content ??= entry.compose();
  return entry.content;
}

export function getId(fullname: string): string {
  return fullname.slice(3);
}

interface Origin {
  kind: EntryKind;
  serial: number;
  subreddit: Subreddit;
  atMs: number;
  keyword: string | null;
}

export function entryFor({ kind, serial, subreddit, atMs, keyword }: Origin, compose: () => Content): Entry {
  return {
    fullname: kind === "post" ? postFullname(serial) : commentFullname(serial),
    kind,
    subreddit,
    createdAtSeconds: Math.floor(atMs / 1000),
    listedAtMs: atMs,
    order: 0,
    state: "visible",
    comments: 0,
    byHand: false,
    keyword,
    content: null,
    compose,
  };
}

/** An item for tests to compare with. */
export interface Posted {
  fullname: string;
  subreddit: string;
  kind: EntryKind;
  createdAt: Date;
  keyword: string | null;
}

export function getPosted(entry: Entry): Posted {
  return {
    fullname: entry.fullname,
    subreddit: entry.subreddit.name,
    kind: entry.kind,
    createdAt: new Date(entry.createdAtSeconds * 1000),
    keyword: entry.keyword,
  };
}
