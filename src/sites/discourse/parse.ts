import * as z from "zod";
import { storable, type Item } from "@/domain/reading/item";
import type { ForumPage, ForumPost } from "@/domain/reading/forum-page";
import { titled } from "@/domain/reading/untitled";
import { getFullname, SITE_ID, getUrl, topicName } from "./address";
import { plainMarkdown } from "./bbcode";
import { readJson } from "../json";
import { decoded } from "../decode";
import { toMarkdown, webDialect } from "../markup/markdown";

/** Posts of other kinds, such as the note that a topic was closed, are skipped. */
const regular = 1;
/** A page has 50 posts. If a forum sends more than this, the next page continues after them. */
const maxPosts = 200;
const maxBody = 100_000;
/** Longer sources are cut before their tags are replaced. */
const maxSource = 400_000;
const maxTitle = 1_000;

/* Fields except the id are validated individually: a field of the wrong type counts as absent. */
const text = z.string().nullish().catch(null);
const number = z.number().nullish().catch(null);
const flag = z.boolean().nullish().catch(null);

const rawPost = z.object({
  id: z.number().int().positive(),
  created_at: text,
  post_number: number,
  topic_id: z.number().int().positive().nullish().catch(null),
  post_type: number,
  post_url: text,
  topic_title: text,
  topic_slug: text,
  username: text,
  raw: text,
  cooked: text,
  hidden: flag,
  user_deleted: flag,
  deleted_at: text,
});
type RawPost = z.infer<typeof rawPost>;

const postsShape = z.object({ latest_posts: z.array(z.unknown()) });
const aboutShape = z.object({ title: z.string() });

export interface ForumResponse {
  place: string;
  body: Uint8Array;
  contentType: string | null;
}
export interface NotAForum {
  fault: string;
}

/** Parses the latest posts of a forum. Runs in a worker thread, like the parsers below. */
export function parsePosts(response: ForumResponse): ForumPage | NotAForum {
  const read = parsed(response, postsShape);
  return "fault" in read ? read : getPage(response.place, read.value.latest_posts);
}

export function parsePost(response: ForumResponse): { item: Item | null; isGone: boolean } | NotAForum {
  const read = parsed(response, rawPost);
  if ("fault" in read) return read;
  const { posts } = getPage(response.place, [read.value]);
  return { item: posts[0]?.item ?? null, isGone: isGone(read.value) };
}

/** Parses the forum's title, which is also visible to anonymous users of private forums. */
export function parseTitle(response: ForumResponse): { title: string | null } | NotAForum {
  const read = parsed(response, aboutShape);
  if ("fault" in read) return read;
  return { title: storable(read.value.title).replace(/\s+/g, " ").trim().slice(0, 200) || null };
}

function parsed<T>({ body, contentType }: ForumResponse, shape: z.ZodType<T>): { value: T } | NotAForum {
  const read = readJson(decoded(body, contentType));
  if (read !== null && "excess" in read) return { fault: read.excess };
  const { data } = shape.safeParse(read?.value);
  return data === undefined ? { fault: "This doesn't look like a Discourse forum" } : { value: data };
}

/** In descending order. `item` is null for hidden, deleted and unreadable posts, and moderator notes. */
function getPage(place: string, rows: readonly unknown[]): ForumPage {
  const posts: ForumPost[] = [];
  let skipped = 0;
  for (const row of rows) {
    const { data } = rawPost.safeParse(row);
    const isReported = data !== undefined && !isGone(data) && (data.post_type ?? regular) === regular;
    const item = isReported ? getItem(place, data) : null;
    if (data !== undefined) posts.push({ number: data.id, item });
    if (data === undefined || (isReported && item === null)) skipped += 1;
  }
  posts.sort((a, b) => b.number - a.number);
  return { posts: posts.slice(0, maxPosts), skipped };
}

function isGone({ hidden, user_deleted, deleted_at }: Partial<RawPost>): boolean {
  return hidden === true || user_deleted === true || (deleted_at ?? "") !== "";
}

function getItem(place: string, raw: RawPost): Item | null {
  const createdAt = new Date(raw.created_at ?? Number.NaN);
  if (Number.isNaN(createdAt.getTime())) return null;
  const body = storable(getBody(raw)).slice(0, maxBody);
  return {
    fullname: getFullname(place, raw.id),
    kind: opensTopic(raw) ? "post" : "comment",
    ...{ site: SITE_ID, place },
    ...titled(getTitle(raw), body),
    body,
    html: null,
    author: storable(raw.username ?? "").trim() || null,
    url: getUrl(place, raw.id),
    createdAt,
    over18: false,
    // A topic is named by its first post's position, because replies don't contain that post's id.
    ...(raw.topic_id && { root: topicName(place, { topic: raw.topic_id, inTopic: 1 }) }),
  };
}

/** Older versions only reveal this in the URL: '/t/slug/123' or '/t/slug/123/1', below the folder. */
function opensTopic({ post_number, post_url }: RawPost): boolean {
  if (typeof post_number === "number") return post_number === 1;
  return /\/t\/[^/]+\/\d+(?:\/1)?\/?$/.test(post_url ?? "");
}

function getTitle({ topic_title, topic_slug }: RawPost): string {
  const title = storable(topic_title ?? "")
    .replace(/\s+/g, " ")
    .trim();
  const slug = storable(topic_slug ?? "").replace(/-+/g, " ");
  return (title || slug.trim()).slice(0, maxTitle);
}

/** Returns the author's Markdown. Older forums only send HTML, from which we omit links within the forum. */
function getBody({ raw, cooked }: RawPost): string {
  return typeof raw === "string"
    ? plainMarkdown(raw.slice(0, maxSource)).trim()
    : toMarkdown(cooked ?? "", webDialect()).markdown;
}
