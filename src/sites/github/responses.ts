import * as z from "zod";
import { storable, type Item } from "@/domain/reading/item";
import { titled } from "@/domain/reading/untitled";
import type { Opening, TrackerEntry } from "@/domain/reading/tracker";
import { commentName, numberName, releaseName, repositoryUrl, SITE_ID, type CommentWord } from "./address";
import { ownWords } from "./own-words";

/** Longer texts are cut before they are read. */
const maxSource = 400_000;
const maxTitle = 1_000;

const text = z.string().nullish().catch(null);
const flag = z.boolean().nullish().catch(null);
const count = z.number().int().nonnegative().nullish().catch(null);
const id = z.number().int().positive();

const user = z.object({ login: text, type: text }).nullish().catch(null);
export type RawUser = z.infer<typeof user>;

export const rawIssue = z.object({
  number: id,
  title: text,
  body: text,
  user,
  comments: count,
  created_at: text,
  updated_at: text,
  html_url: text,
  pull_request: z.unknown().optional(),
});

const rawComment = z.object({
  id,
  body: text,
  user,
  created_at: text,
  updated_at: text,
  html_url: text,
  issue_url: text,
  pull_request_url: text,
});

const rawRelease = z.object({
  tag_name: z.string().min(1).max(500),
  name: text,
  body: text,
  author: user,
  draft: flag,
  created_at: text,
  published_at: text,
});

export const rows = z.array(z.unknown());
export const repositoryResponse = z.object({
  full_name: z.string(),
  private: flag,
  has_discussions: flag,
});

interface Drafted {
  place: string;
  fullname: string;
  url: string;
  title: string;
  body: string | null | undefined;
  author: RawUser;
  createdAt: Date;
  number?: number;
}

export function getItem(kind: Item["kind"], draft: Drafted): Item {
  const { place, fullname, url, author, createdAt, number } = draft;
  const body = storable(ownWords((draft.body ?? "").slice(0, maxSource)));
  const title = storable(draft.title).replace(/\s+/g, " ").trim().slice(0, maxTitle);
  const login = storable(author?.login ?? "").trim();
  const isBot = author?.type === "Bot" || /\[bot\]$/i.test(login);
  return {
    ...{ fullname, kind, site: SITE_ID, place },
    // Comments get the title of their post.
    ...(kind === "comment" ? { title } : titled(title, body)),
    ...{ body, html: null, author: login || null, url, createdAt, over18: false },
    ...(isBot && { isBot }),
    ...(number !== undefined && { root: numberName(place, number) }),
  };
}

export function getTime(written: string | null | undefined): Date | null {
  const at = new Date(written ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** The place as the site spells it, if it hasn't been renamed. */
function spelled(place: string, url: string | null | undefined): string {
  const [, shown = ""] = /^https:\/\/[^/]+\/([^/]+\/[^/]+)\//.exec(url ?? "") ?? [];
  return shown.toLowerCase() === place.toLowerCase() ? shown : place;
}

export function getOpening(place: string, row: unknown): Opening | null {
  const { data } = rawIssue.safeParse(row);
  const createdAt = getTime(data?.created_at);
  if (data === undefined || createdAt === null) return null;
  const { number, title, comments, html_url: shown } = data;
  const path = data.pull_request === undefined ? "issues" : "pull";
  const item = getItem("post", {
    ...{ place: spelled(place, shown), fullname: numberName(place, number), title: title ?? "" },
    url: `${repositoryUrl(spelled(place, shown))}/${path}/${number}`,
    ...{ body: data.body, author: data.user, createdAt },
  });
  return {
    ...{ number, title: item.title, thread: path, createdAt, hasOwnList: false },
    item: { ...item, ...(typeof comments === "number" && { replies: comments }) },
    changedAt: getTime(data.updated_at) ?? createdAt,
    total: comments ?? null,
  };
}

export function getEntry(place: string, word: CommentWord, row: unknown): (TrackerEntry & Changed) | null {
  const { data } = rawComment.safeParse(row);
  const createdAt = getTime(data?.created_at);
  const [, of] = /\/(\d{1,15})$/.exec(data?.issue_url ?? data?.pull_request_url ?? "") ?? [];
  if (data === undefined || createdAt === null || of === undefined) return null;
  const number = Number(of);
  const path = word === "discussion_r" || /\/pull\/\d+/.test(data.html_url ?? "") ? "pull" : "issues";
  const anchor = word === "discussion_r" ? `${word}${data.id}` : `${word}-${data.id}`;
  const shown = spelled(place, data.html_url);
  const item = getItem("comment", {
    ...{ place: shown, fullname: commentName(place, word, String(data.id), number), title: "", number },
    url: `${repositoryUrl(shown)}/${path}/${number}#${anchor}`,
    ...{ body: data.body, author: data.user, createdAt },
  });
  const changedAt = getTime(data.updated_at) ?? createdAt;
  return { number, item, isCounted: word === "issuecomment", changedAt };
}

interface Changed {
  changedAt: Date;
}

export function getRelease(place: string, row: unknown): TrackerEntry | null {
  const { data } = rawRelease.safeParse(row);
  const createdAt = getTime(data?.published_at ?? data?.created_at);
  if (data === undefined || data.draft === true || createdAt === null) return null;
  const { tag_name: tag, name, body, author } = data;
  const item = getItem("post", {
    ...{ place, fullname: releaseName(place, tag), title: name?.trim() || tag, body, author, createdAt },
    url: `${repositoryUrl(place)}/releases/tag/${tag.split("/").map(encodeURIComponent).join("/")}`,
  });
  return { number: null, item, isCounted: false };
}
