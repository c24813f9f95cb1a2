import { z } from "zod";
import { storable, type Item } from "@/domain/item";
import type { ForumPage, ForumPost } from "@/domain/site";
import { fullnameOf, SITE_ID, urlOf } from "./address";
import { plainMarkdown } from "./bbcode";
import { textOfCooked } from "./cooked";

/** Of a post of another kind, such as a note that a topic was closed, nothing is told. */
const regular = 1;
const mostBody = 100_000;
const mostTitle = 1_000;

/* Every field but the number is read for itself: one of another type counts as absent and takes nothing with it. */
const text = z.string().nullish().catch(null);
const number = z.number().nullish().catch(null);
const flag = z.boolean().nullish().catch(null);

const rawPost = z.object({
  id: z.number().int().positive(),
  created_at: text,
  post_number: number,
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

/** The newest posts of a forum. */
export const postsAnswer = z.object({ latest_posts: z.array(z.unknown()) });
/** What a forum says of itself, also to those who may not read it. */
export const aboutAnswer = z.object({ title: z.string() });
export const postAnswer = rawPost;

/** The posts of a page, the highest number first; without an item where nothing is told of one, or it can't be read. */
export function pageOf(place: string, rows: readonly unknown[]): ForumPage {
  const posts: ForumPost[] = [];
  let skipped = 0;
  for (const row of rows) {
    const { data } = rawPost.safeParse(row);
    const isTold = data !== undefined && !isGone(data) && (data.post_type ?? regular) === regular;
    const item = isTold ? itemOf(place, data) : null;
    if (data !== undefined) posts.push({ number: data.id, item });
    if (data === undefined || (isTold && item === null)) skipped += 1;
  }
  return { posts: posts.sort((a, b) => b.number - a.number), skipped };
}

/** Its author or a moderator took it back, or it waits for one. */
export function isGone({ hidden, user_deleted, deleted_at }: Partial<RawPost>): boolean {
  return hidden === true || user_deleted === true || (deleted_at ?? "") !== "";
}

function itemOf(place: string, raw: RawPost): Item | null {
  const createdAt = new Date(raw.created_at ?? Number.NaN);
  if (Number.isNaN(createdAt.getTime())) return null;
  return {
    fullname: fullnameOf(place, raw.id),
    kind: opensTopic(raw) ? "post" : "comment",
    ...{ site: SITE_ID, place },
    title: titleOf(raw),
    body: storable(bodyOf(raw)).slice(0, mostBody),
    html: null,
    author: storable(raw.username ?? "").trim() || null,
    url: urlOf(place, raw.id),
    createdAt,
    over18: false,
  };
}

/** Older versions say so only in the post's URL: '/t/slug/123' or '/t/slug/123/1', below the forum's folder. */
function opensTopic({ post_number, post_url }: RawPost): boolean {
  if (typeof post_number === "number") return post_number === 1;
  return /\/t\/[^/]+\/\d+(?:\/1)?\/?$/.test(post_url ?? "");
}

function titleOf({ topic_title, topic_slug }: RawPost): string {
  const said = storable(topic_title ?? "")
    .replace(/\s+/g, " ")
    .trim();
  const slug = storable(topic_slug ?? "").replace(/-+/g, " ");
  return (said || slug.trim()).slice(0, mostTitle) || "(untitled)";
}

/** What people typed; of a forum that doesn't send it what it made of that. */
function bodyOf({ raw, cooked }: RawPost): string {
  return typeof raw === "string" ? plainMarkdown(raw).trim() : textOfCooked(cooked ?? "");
}
