import * as z from "zod";
import { storable, type Item, type ItemKind } from "@/domain/reading/item";
import { titled } from "@/domain/reading/untitled";
import { getFullname, SITE_ID, getUrl } from "./address";
import { convertToMarkdown, type Shown } from "./comment-page";
import { isUrl } from "@/domain/text/url";
import { tagLine } from "../tags";

const text = z.string().nullish().catch(null);
const flag = z.boolean().nullish().catch(null);
const shortId = z.string().regex(/^[0-9a-z]{1,16}$/);
const user = z
  .union([z.string(), z.object({ username: z.string() }).transform(({ username }) => username)])
  .nullish()
  .catch(null);

const rawStory = z.object({
  short_id: shortId,
  created_at: text,
  title: text,
  url: text,
  description_plain: text,
  submitter_user: user,
  tags: z.array(z.string().catch("")).nullish().catch(null),
  comment_count: z.number().int().nonnegative().nullish().catch(null),
});
type RawStory = z.infer<typeof rawStory>;

const rawComment = z.object({
  short_id: shortId,
  created_at: text,
  is_deleted: flag,
  is_moderated: flag,
  comment: text,
  commenting_user: user,
  url: text,
});
type RawComment = z.infer<typeof rawComment>;

export const listResponse = z.array(z.unknown());
export const commentResponse = rawComment;
export const storyResponse = rawStory;

export function getPost(row: unknown): Item | null {
  const { data } = rawStory.safeParse(row);
  if (data === undefined) return null;
  const createdMs = getTime(data);
  if (createdMs === null) return null;
  const link = getLink(data);
  const texts = [storable(data.description_plain ?? "").trim(), tagLine(data.tags ?? []), link];
  const body = texts.filter((part) => part !== "");
  const { short_id: shortId, submitter_user: author = null } = data;
  const post = getItem("post", {
    shortId,
    author,
    title: getTitle(data),
    body: body.join("\n\n"),
    createdMs,
  });
  const { comment_count: replies } = data;
  return {
    ...post,
    ...(link !== "" && { link }),
    ...(typeof replies === "number" && { replies }),
  };
}

export function getComment({ shortId, author, title, story, body }: Shown, createdMs: number): Item {
  const parts = { shortId, author, title: getTitle({ title }), body: storable(body), createdMs };
  return { ...getItem("comment", parts), ...(story !== null && { root: getFullname("post", story) }) };
}

/** Returns a comment without its story's title, or null if it was removed or has no time. */
export function getLoneComment(raw: RawComment): Item | null {
  const createdMs = getTime(raw);
  if (isGone(raw) || createdMs === null) return null;
  const { short_id: shortId, commenting_user: author = null, comment, url } = raw;
  const body = storable(convertToMarkdown(comment ?? ""));
  const [, story] = /\/s\/([0-9a-z]{1,16})(?:[/#?]|$)/.exec(url ?? "") ?? [];
  const item = getItem("comment", { shortId, author, title: null, body, createdMs });
  return { ...item, ...(story !== undefined && { root: getFullname("post", story) }) };
}

export function getTime({ created_at }: Pick<RawStory, "created_at">): number | null {
  const ms = Date.parse(created_at ?? "");
  return Number.isNaN(ms) ? null : ms;
}

export function isGone({ is_deleted, is_moderated }: Partial<RawComment>): boolean {
  return is_deleted === true || is_moderated === true;
}

interface Parts {
  shortId: string;
  author: string | null;
  title: string | null;
  body: string;
  createdMs: number;
}

function getItem(kind: ItemKind, { shortId, author, title, body, createdMs }: Parts): Item {
  return {
    fullname: getFullname(kind, shortId),
    ...{ kind, site: SITE_ID, place: "all", body, html: null },
    ...(title === null ? { title: "" } : titled(title, body)),
    author: storable(author ?? "").trim() || null,
    url: getUrl(kind, shortId),
    createdAt: new Date(createdMs),
    over18: false,
  };
}

function getTitle({ title }: Pick<RawStory, "title">): string {
  return storable(title ?? "")
    .replace(/\s+/g, " ")
    .trim();
}

function getLink({ url }: RawStory): string {
  const address = storable(url ?? "").trim();
  return /^https?:\/\/\S+$/i.test(address) && isUrl(address) ? address : "";
}
