import { z } from "zod";

/** A notification with the snapshot of its item. */
export const notificationRow = z.object({
  id: z.string(),
  createdAt: z.date(),
  status: z.enum(["unread", "read", "archived"]),
  keyword: z.string(),
  watchId: z.string(),
  subreddit: z.string(),
  title: z.string(),
  content: z.string(),
  url: z.string(),
  author: z.string().nullable(),
  kind: z.enum(["post", "comment"]),
  itemCreatedAt: z.date(),
  over18: z.boolean(),
  blankedAt: z.date().nullable(),
});
export type NotificationRow = z.infer<typeof notificationRow>;

/** The columns of notificationRow, for "Notification" n and "Item" i; content cut to so many characters, null: whole. */
export function notificationColumns(contentLength: number | null): string {
  const content = contentLength === null ? `i."content"` : `left(i."content", ${contentLength})`;
  return `n."id", n."createdAt", n."status"::text, n."keyword", n."watchId", i."subreddit", i."title",
    ${content} AS "content", i."url", i."author", i."kind"::text, i."createdAt" AS "itemCreatedAt", i."over18", i."blankedAt"`;
}

/** Which of a user's notifications are meant; null: any. A tombstone never is. */
export interface NotificationFilter {
  userId: string;
  status: "unread" | "read" | "archived" | null;
  /** Folded: the group of keywords that read alike. */
  groupFolded: string | null;
  keywordFolded: string | null;
  subreddit: string | null;
  /** What title or content contains. */
  q: string | null;
}

/** The condition of a filter and its values; names "Notification" n, and "Item" i only where q is given. */
export function notificationCondition(filter: NotificationFilter): { text: string; values: unknown[] } {
  const values: unknown[] = [filter.userId];
  const place = (value: unknown) => `$${values.push(value)}`;
  const parts = [`n."userId" = $1`, `n."deletedAt" IS NULL`];
  if (filter.status !== null) parts.push(`n."status" = ${place(filter.status)}::"NotificationStatus"`);
  for (const folded of keywordsOf(filter)) {
    parts.push(`n."userKeywordId" = (
      SELECT k."id" FROM "UserKeyword" k WHERE k."userId" = $1 AND k."keywordFolded" = ${place(folded)})`);
  }
  parts.push(...searchParts(filter, place));
  return { text: parts.join(" AND "), values };
}

/**
 * The same filter for a statement that goes from "UserKeyword" k to its "Notification" n: what holds of either, and
 * from where to read. $1 is the user, $2 the statuses, which the statement has to ask for itself.
 */
export function groupCondition(filter: NotificationFilter) {
  const statuses = filter.status === null ? notificationRow.shape.status.options : [filter.status];
  const values: unknown[] = [filter.userId, statuses];
  const place = (value: unknown) => `$${values.push(value)}`;
  const ofKeyword = keywordsOf(filter).map((folded) => `k."keywordFolded" = ${place(folded)}`);
  const join = filter.q === null ? "" : ` JOIN "Item" i ON i."fullname" = n."fullname"`;
  return {
    ofKeyword: [`k."userId" = $1`, ...ofKeyword].join(" AND "),
    ofNotification: [`n."deletedAt" IS NULL`, ...searchParts(filter, place)].join(" AND "),
    from: `"Notification" n${join}`,
    values,
  };
}

function keywordsOf(filter: NotificationFilter): string[] {
  return [filter.groupFolded, filter.keywordFolded].filter((folded) => folded !== null);
}

function searchParts(filter: NotificationFilter, place: (value: unknown) => string): string[] {
  const parts: string[] = [];
  if (filter.subreddit !== null) parts.push(`lower(n."subreddit") = lower(${place(filter.subreddit)})`);
  if (filter.q !== null) {
    const text = `replace(replace(replace(${place(filter.q)}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`;
    const pattern = `'%' || ${text} || '%'`;
    parts.push(`i."blankedAt" IS NULL AND (i."title" ILIKE ${pattern} OR i."content" ILIKE ${pattern})`);
  }
  return parts;
}
