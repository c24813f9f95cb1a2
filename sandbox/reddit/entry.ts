import { commentFullname, postFullname } from "./ids";
import type { Subreddit } from "./subreddits";

export type EntryKind = "post" | "comment";

export type Shape = "self" | "link" | "link-with-text" | "crosspost" | "gallery" | "poll" | "image" | "video";

/** What somebody wrote, before it takes Reddit's JSON shape. */
export interface Content {
  title: string;
  /** Markdown; empty for a bare link. */
  text: string;
  /** Null once the account is gone. */
  author: string | null;
  shape: Shape;
  /** Where a link post leads. */
  url: string | null;
  over18: boolean;
  spoiler: boolean;
  flair: string | null;
  edited: boolean;
  /** Of a crosspost: what it repeats. Of a comment: the post it answers. */
  parent: Parent | null;
  options: readonly string[];
  captions: readonly string[];
  /** Verbatim fields that win over the generated ones: for odd items. */
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
  /** Listings are ordered by this, then by order; not by age and not by id. */
  listedAtMs: number;
  order: number;
  /** What somebody did to it: removed by a moderator, deleted by its author, or gone without a trace. */
  state: "standing" | "held" | "removed" | "deleted" | "gone";
  /** Written by a person or a test, not by the timetable. */
  byHand: boolean;
  /** The keyword it was written for, or that its text was found to hold. */
  keyword: string | null;
  /** Written only when somebody asks, and forgotten when it can be written again. */
  content: Content | null;
  compose: () => Content;
}

export function contentOf(entry: Entry): Content {
  entry.content ??= entry.compose();
  return entry.content;
}

export function idOf(fullname: string): string {
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
    state: "standing",
    byHand: false,
    keyword,
    content: null,
    compose,
  };
}

/** What a test counts against. */
export interface Posted {
  fullname: string;
  subreddit: string;
  kind: EntryKind;
  createdAt: Date;
  keyword: string | null;
}

export function postedOf(entry: Entry): Posted {
  return {
    fullname: entry.fullname,
    subreddit: entry.subreddit.name,
    kind: entry.kind,
    createdAt: new Date(entry.createdAtSeconds * 1000),
    keyword: entry.keyword,
  };
}
