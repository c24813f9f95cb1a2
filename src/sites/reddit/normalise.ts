import type { Item, ItemKind } from "@/domain/reading/item";
import { titled } from "@/domain/reading/untitled";
import { absoluteUrl, SITE_ID, SITE_URL } from "./address";
import { escapedHtml, getExtras, type Part } from "./extras";
import { unescapeOnce } from "./html";
import {
  child as childShape,
  clean,
  getFullname,
  isPlaceholder,
  type ChildData,
  type PostText,
} from "./listing";

const KINDS: ReadonlyMap<string, ItemKind> = new Map([
  ["t1", "comment"],
  ["t3", "post"],
]);

/** Returns null only if the fullname, kind, subreddit or time is missing. */
export function normalise(row: unknown): Item | null {
  const parsed = childShape.safeParse(row);
  if (!parsed.success) return null;
  const { kind: prefix, data } = parsed.data;
  const kind = KINDS.get(prefix);
  const fullname = getFullname(parsed.data);
  const subreddit = clean(data.subreddit).trim();
  const createdAt = getTime(data.created_utc);
  if (!kind || !fullname || !subreddit || !createdAt) return null;
  const written = kind === "post" ? postText(data) : commentText(data);
  return {
    fullname,
    kind,
    site: SITE_ID,
    place: subreddit,
    ...written,
    author: authorOf(data),
    url: getPermalink(kind, data, fullname, subreddit),
    createdAt,
    over18: data.over_18 === true,
  };
}

function commentText(
  data: ChildData,
): Pick<Item, "title" | "isUntitled" | "body" | "html" | "root" | "parent"> {
  const root = clean(data.link_id);
  const parent = clean(data.parent_id);
  const isGone = isPlaceholder(data.body);
  const body = isGone ? "" : clean(data.body);
  return {
    ...titled(clean(data.link_title).trim(), body),
    body,
    html: isGone ? null : unescapeOnce(clean(data.body_html)) || null,
    ...(/^t3_\w{1,20}$/.test(root) && { root }),
    ...(/^t[13]_\w{1,20}$/.test(parent) && { parent }),
  };
}

/** Crossposts include the parent's content instead of a link: the words in that URL aren't the author's. */
function postText(
  data: ChildData,
): Pick<Item, "title" | "isUntitled" | "body" | "html" | "link" | "flair" | "replies"> {
  const parent = data.crosspost_parent_list?.[0];
  const link = linkOf(parent ?? data);
  const flair = clean(data.link_flair_text).trim();
  const parts = [...writtenIn(data), ...(parent ? writtenIn(parent) : []), link].filter(
    (part) => part !== null,
  );
  const body = parts.map((part) => part.source).join("\n\n");
  return {
    ...(link !== null && isElsewhere(link.source) && { link: link.source }),
    ...(flair !== "" && { flair }),
    ...(typeof data.num_comments === "number" && { replies: data.num_comments }),
    ...titled(clean(data.title).trim(), body),
    body,
    html: toHtml(parts),
  };
}

/** Returns null if a text has no HTML (its source is used instead) or if there is only a link. */
function toHtml(parts: readonly Part[]): string | null {
  const known = parts.filter((part) => part.html !== null);
  if (known.length === 0 || parts.some((part) => part.html === null && !isAddress(part.source))) return null;
  return parts.map((part) => part.html ?? anchor(part.source)).join("\n");
}

function writtenIn(post: PostText): (Part | null)[] {
  return [selftextOf(post), ...getExtras(post)];
}

function selftextOf(post: PostText): Part | null {
  const source = clean(post.selftext);
  if (source.trim() === "" || isPlaceholder(source)) return null;
  return { source, html: unescapeOnce(clean(post.selftext_html)) || null };
}

function linkOf(post: PostText): Part | null {
  if (post.is_self === true) return null;
  const address = absoluteUrl(clean(post.url_overridden_by_dest) || clean(post.url));
  return address === null ? null : { source: address, html: null };
}

function isAddress(source: string): boolean {
  return /^https?:\/\/\S+$/.test(source);
}

function anchor(address: string): string {
  const escaped = escapedHtml(address);
  return `<p><a href="${escaped}">${escaped}</a></p>`;
}

function authorOf(data: ChildData): string | null {
  const author = clean(data.author).trim();
  return author === "" || author === "[deleted]" ? null : author;
}

function getTime(seconds: number | null | undefined): Date | null {
  if (typeof seconds !== "number") return null;
  const at = new Date(seconds * 1000);
  return Number.isNaN(at.getTime()) ? null : at;
}

function getPermalink(kind: ItemKind, data: ChildData, fullname: string, subreddit: string): string {
  const input = absoluteUrl(clean(data.permalink));
  if (input && isOnSite(input)) return input;
  const id = fullname.slice(3);
  if (kind === "post") return `${SITE_URL}/r/${subreddit}/comments/${id}/`;
  const post = clean(data.link_id).replace(/^t3_/, "");
  return post ? `${SITE_URL}/r/${subreddit}/comments/${post}/_/${id}/` : `${SITE_URL}/r/${subreddit}/`;
}

function isOnSite(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" && (hostname === "reddit.com" || hostname.endsWith(".reddit.com"));
}

function isElsewhere(address: string): boolean {
  return !/(?:^|\.)(?:reddit\.com|redd\.it|redditmedia\.com)$/.test(new URL(address).hostname);
}
