import * as z from "zod";
import { storable } from "@/domain/reading/item";
import { isUrl } from "@/domain/text/url";
import { decoded } from "../decode";
import { readJson } from "../json";
import { tagLine } from "../tags";
import { convertToMarkdown, maxBody } from "./markdown";

/** An instance sends at most 50 rows. */
const maxRows = 200;
const maxTitle = 1_000;
const maxUrl = 2_000;

const text = z.string().nullish().catch(null);
const flag = z.boolean().nullish().catch(null);

const count = z.number().int().nonnegative().nullish().catch(null);
const rawPost = z.object({
  ...{ id: z.number().int().positive(), name: text, title: text, body: text, url: text, alt_text: text },
  ...{
    published: text,
    published_at: text,
    deleted: flag,
    removed: flag,
    nsfw: flag,
    ap_id: text,
    tags: text,
    flair: text,
    comments: count,
  },
});
const rawComment = z.object({
  ...{ id: z.number().int().positive(), content: text, body: text, published: text, published_at: text },
  ...{ ap_id: text, deleted: flag, removed: flag },
});
const rawCreator = z
  .object({ name: text, user_name: text, actor_id: text, ap_id: text, bot_account: flag, bot: flag })
  .nullish()
  .catch(null);
const rawCommunity = z
  .object({ name: text, actor_id: text, ap_id: text, local: flag, visibility: text })
  .nullish()
  .catch(null);
const people = { creator: rawCreator, community: rawCommunity };
const postRow = z.object({
  post: rawPost,
  counts: z.object({ comments: count }).nullish().catch(null),
  ...people,
});
const commentRow = z.object({
  comment: rawComment,
  post: z
    .object({ id: z.number().int().positive().nullish().catch(null), name: text, title: text, nsfw: flag })
    .nullish()
    .catch(null),
  ...people,
});

export interface InstanceResponse {
  host: string;
  letter: "p" | "c";
  body: Uint8Array;
  contentType: string | null;
}
export interface Fault {
  fault: string;
}
export interface Row {
  id: number;
  /** Deleted, removed, or without a time. */
  isGone: boolean;
  community: { name: string; host: string | null; isLocal: boolean };
  createdMs: number;
  /** The ActivityPub id, the same on all instances. */
  uri: string | null;
  title: string;
  body: string;
  link: string | null;
  author: string | null;
  isBot: boolean;
  over18: boolean;
  flair: string | null;
  /** The id of a comment's post, and the number of a post's comments. Null if unknown. */
  post: number | null;
  comments: number | null;
}
export interface List {
  rows: Row[];
  skipped: number;
  nextPage: string | null;
}

/** Parses a list of posts or comments. Runs in a worker thread, like the parsers below. */
export function parseList(response: InstanceResponse): List | Fault {
  const read = jsonOf(response);
  if ("fault" in read) return read;
  const value = read.value as Record<string, unknown> | null;
  const found = value?.[response.letter === "p" ? "posts" : "comments"] ?? value?.items;
  if (!Array.isArray(found)) return { fault: notAList };
  const rows = found.slice(0, maxRows).map((row) => getRow(row, response));
  const known = rows.filter((row) => row !== null);
  const next = value?.next_page;
  return {
    rows: known,
    skipped: rows.length - known.length,
    nextPage: typeof next === "string" ? next : null,
  };
}

export function parseOne(response: InstanceResponse): { row: Row } | Fault {
  const read = jsonOf(response);
  if ("fault" in read) return read;
  const value = read.value as Record<string, unknown> | null;
  const row = getRow(value?.[response.letter === "p" ? "post_view" : "comment_view"] ?? value, response);
  return row === null ? { fault: notAList } : { row };
}

/** Lemmy names the error. PieFed describes it in a message, or only as a status. */
const refusal = z.object({ error: text, message: text, status: text });

export function parseError(response: Pick<InstanceResponse, "body" | "contentType">): { error: string } {
  const read = jsonOf(response);
  const { data } = refusal.safeParse("value" in read ? read.value : null);
  return { error: (data?.error || data?.message || data?.status || "").slice(0, 100) };
}

const links = z.object({ links: z.array(z.object({ rel: z.string(), href: z.string() })) });
const software = z.object({ software: z.object({ name: z.string() }) });

export function parseNodeInfo(response: Pick<InstanceResponse, "body" | "contentType">): {
  href: string | null;
  name: string | null;
} {
  const read = jsonOf(response);
  const value = "value" in read ? read.value : null;
  const found = links.safeParse(value).data?.links.filter(({ rel }) => /nodeinfo/i.test(rel)) ?? [];
  const name = software.safeParse(value).data?.software.name.toLowerCase() ?? null;
  return { href: found.at(-1)?.href.slice(0, 1_000) ?? null, name };
}

const community = z.object({ community_view: z.object({ community: rawCommunity }) });

export function parseCommunity(
  response: InstanceResponse,
): { home: { name: string; host: string | null } | null } | Fault {
  const read = jsonOf(response);
  if ("fault" in read) return read;
  const { data } = community.safeParse(read.value);
  if (data === undefined) return { fault: notAList };
  const { community: found } = data.community_view;
  if (!found?.name || /private/i.test(found.visibility ?? "")) return { home: null };
  return { home: { name: found.name.toLowerCase(), host: hostIn(found.actor_id ?? found.ap_id) } };
}

export const notAList = "This doesn't look like a Lemmy instance";

function jsonOf({
  body,
  contentType,
}: Pick<InstanceResponse, "body" | "contentType">): { value: unknown } | Fault {
  const read = readJson(decoded(body, contentType));
  if (read === null) return { fault: notAList };
  return "excess" in read ? { fault: read.excess } : read;
}

function getRow(value: unknown, { letter, host }: Pick<InstanceResponse, "letter" | "host">): Row | null {
  return letter === "p" ? getPost(value, host) : getComment(value, host);
}

function getPost(value: unknown, host: string): Row | null {
  const { data } = postRow.safeParse(value);
  if (data === undefined) return null;
  const { post } = data;
  const link = post.url && isUrl(post.url) && /^https?:/i.test(post.url) ? cutUrl(post.url) : null;
  const tags = tagLine((post.tags ?? "").split(",").slice(0, 50));
  const parts = [convertToMarkdown(post.body), storable(post.alt_text ?? "").trim(), tags, link ?? ""];
  return {
    ...{ id: post.id, ...shared(data, post, host), link },
    title: getTitle(post),
    body: parts
      .filter((part) => part !== "")
      .join("\n\n")
      .slice(0, maxBody),
    over18: post.nsfw === true,
    flair: storable(post.flair ?? "").trim() || null,
    ...{ post: null, comments: data.counts?.comments ?? post.comments ?? null },
  };
}

function getComment(value: unknown, host: string): Row | null {
  const { data } = commentRow.safeParse(value);
  if (data === undefined) return null;
  const { comment, post } = data;
  return {
    ...{ id: comment.id, ...shared(data, comment, host), link: null, flair: null, comments: null },
    title: getTitle(post ?? {}),
    body: convertToMarkdown(comment.content ?? comment.body).slice(0, maxBody),
    over18: post?.nsfw === true,
    post: post?.id ?? null,
  };
}

type Shared = Pick<Row, "isGone" | "community" | "createdMs" | "uri" | "author" | "isBot">;

function shared(
  { creator, community: found }: Pick<z.infer<typeof postRow>, "creator" | "community">,
  one: Pick<z.infer<typeof rawComment>, "ap_id" | "deleted" | "removed" | "published" | "published_at">,
  host: string,
): Shared {
  const createdMs = getTime(one.published ?? one.published_at ?? "");
  const name = storable(creator?.name ?? creator?.user_name ?? "").trim();
  const home = hostIn(creator?.actor_id ?? creator?.ap_id);
  return {
    isGone: one.deleted === true || one.removed === true || Number.isNaN(createdMs),
    createdMs,
    uri: one.ap_id && isUrl(one.ap_id) ? cutUrl(one.ap_id) : null,
    community: {
      name: (found?.name ?? "").toLowerCase(),
      host: hostIn(found?.actor_id ?? found?.ap_id),
      isLocal: found?.local === true,
    },
    author: name === "" ? null : home === null || home === host ? name : `${name}@${home}`,
    isBot: creator?.bot_account === true || creator?.bot === true,
  };
}

/** Old versions send UTC without a zone. */
function getTime(published: string): number {
  return Date.parse(/(?:z|[+-]\d\d:?\d\d)$/i.test(published) ? published : `${published}Z`);
}

function getTitle({ name, title }: { name?: string | null; title?: string | null }): string {
  return storable(name ?? title ?? "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, maxTitle);
}

function cutUrl(url: string): string {
  return storable(url.slice(0, maxUrl));
}

function hostIn(address: string | null | undefined): string | null {
  return address && isUrl(address) ? new URL(address).host.toLowerCase() : null;
}
