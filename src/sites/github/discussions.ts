import * as z from "zod";
import type { Opening, TrackerEntry } from "@/domain/reading/tracker";
import { SiteError } from "@/domain/reading/site-error";
import { commentName, numberName, repositoryUrl } from "./address";
import { getItem, getTime, type RawUser } from "./responses";

/* Discussions are only available by GraphQL, which needs a token. */

const pageSize = 50;
const replies = 50;

const text = z.string().nullish().catch(null);
const author = z.object({ login: text, __typename: text }).nullish().catch(null);
const written = { body: text, createdAt: text, author };
const total = z.number().int().nonnegative();
const page = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });

const rawDiscussion = z.object({
  number: z.number().int().positive(),
  title: text,
  updatedAt: text,
  ...written,
  category: z.object({ name: text }).nullish().catch(null),
});

const rawReply = z.object({ databaseId: z.number().int().positive(), ...written });
const rawComment = rawReply.extend({
  replies: z.object({ totalCount: total, pageInfo: page, nodes: z.array(z.unknown()) }),
  id: z.string(),
});

const fields = "body createdAt author { login __typename }";
const replyPage = `pageInfo { hasNextPage endCursor } nodes { databaseId ${fields} }`;

export const discussionsQuery = `query($owner: String!, $name: String!, $after: String) {
  repository(owner: $owner, name: $name) { discussions(first: ${pageSize}, after: $after, orderBy: {field: UPDATED_AT, direction: DESC}) {
    pageInfo { hasNextPage endCursor } nodes { number title updatedAt category { name } ${fields} } } } }`;
export const discussionQuery = `query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { discussion(number: $number) { number title updatedAt category { name } ${fields} } } }`;
export const commentsQuery = `query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) { discussion(number: $number) { comments(first: ${pageSize}, after: $after) {
    totalCount pageInfo { hasNextPage endCursor } nodes { id databaseId ${fields} replies(first: ${replies}) { totalCount ${replyPage} } } } } } }`;
export const repliesQuery = `query($id: ID!, $after: String) {
  node(id: $id) { ... on DiscussionComment { replies(first: ${replies}, after: $after) { ${replyPage} } } } }`;

const errors = z.array(z.object({ type: text, message: text })).optional();
const getRepository = <T extends z.ZodType>(shape: T) =>
  z.object({ errors, data: z.object({ repository: shape.nullish() }).nullish() });

export const discussionsResponse = getRepository(
  z.object({ discussions: z.object({ pageInfo: page, nodes: z.array(z.unknown()) }) }),
);
export const discussionResponse = getRepository(z.object({ discussion: z.unknown().optional() }));
export const commentsResponse = getRepository(
  z.object({
    discussion: z
      .object({ comments: z.object({ totalCount: total, pageInfo: page, nodes: z.array(z.unknown()) }) })
      .nullish(),
  }),
);
export const repliesResponse = z.object({
  errors,
  data: z
    .object({
      node: z.object({ replies: z.object({ pageInfo: page, nodes: z.array(z.unknown()) }) }).nullish(),
    })
    .nullish(),
});

/** Throws if the response reports an error other than a missing object. */
export function checkErrors(reported: z.infer<typeof errors>): void {
  const error = reported?.find(({ type }) => type !== "NOT_FOUND");
  if (error === undefined) return;
  const isLimit = error.type === "RATE_LIMITED";
  throw new SiteError("unavailable", isLimit ? "GraphQL limit reached" : (error.message ?? "GraphQL error"), {
    retryAfterMs: isLimit ? 600_000 : null,
  });
}

export function getDiscussion(place: string, node: unknown): Opening | null {
  const { data } = rawDiscussion.safeParse(node);
  const createdAt = getTime(data?.createdAt);
  if (data === undefined || createdAt === null) return null;
  const { number, title, body, category } = data;
  const item = getItem("post", {
    ...{ place, fullname: numberName(place, number), title: title ?? "", body, createdAt },
    ...{ url: `${repositoryUrl(place)}/discussions/${number}`, author: userOf(data.author) },
  });
  return {
    ...{ number, title: item.title, thread: "discussions", createdAt, total: null, hasOwnList: true },
    changedAt: getTime(data.updatedAt) ?? createdAt,
    item: { ...item, ...(category?.name && { flair: category.name }) },
  };
}

/** A comment with its first replies, the number of its replies, and where further ones start. */
export function discussionEntries(
  place: string,
  number: number,
  node: unknown,
): { entries: TrackerEntry[]; skipped: number; replies: number; more: { id: string; after: string } | null } {
  const { data } = rawComment.safeParse(node);
  if (data === undefined) return { entries: [], skipped: 1, replies: 0, more: null };
  const { totalCount, pageInfo, nodes } = data.replies;
  const entries = [data, ...nodes].map((one) => discussionEntry(place, number, one));
  const shown = entries.filter((entry) => entry !== null);
  const after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  return {
    ...{ entries: shown, skipped: entries.length - shown.length, replies: totalCount },
    more: after === null ? null : { id: data.id, after },
  };
}

export function discussionEntry(place: string, number: number, node: unknown): TrackerEntry | null {
  const { data } = rawReply.safeParse(node);
  const createdAt = getTime(data?.createdAt);
  if (data === undefined || createdAt === null) return null;
  const id = String(data.databaseId);
  const item = getItem("comment", {
    ...{ place, fullname: commentName(place, "discussioncomment", id, number), title: "", number },
    ...{ body: data.body, createdAt, author: userOf(data.author) },
    url: `${repositoryUrl(place)}/discussions/${number}#discussioncomment-${id}`,
  });
  return { number, item, isCounted: true };
}

/** GraphQL names bots without the suffix of the other API. */
function userOf(author: { login?: string | null; __typename?: string | null } | null | undefined): RawUser {
  const login = author?.login ?? null;
  if (author?.__typename !== "Bot" || login === null) return { login, type: author?.__typename };
  return { login: login.endsWith("[bot]") ? login : `${login}[bot]`, type: "Bot" };
}
