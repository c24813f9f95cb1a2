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
  const parts = [`n."userId" = $1`, `n."deletedAt" IS NULL`];
  const add = (value: string | null, part: (place: string) => string) => {
    if (value !== null) parts.push(part(`$${values.push(value)}`));
  };
  const inGroup = (place: string) =>
    `n."userKeywordId" = (SELECT k."id" FROM "UserKeyword" k WHERE k."userId" = $1 AND k."keywordFolded" = ${place})`;
  add(filter.status, (place) => `n."status" = ${place}::"NotificationStatus"`);
  add(filter.groupFolded, inGroup);
  add(filter.keywordFolded, inGroup);
  add(filter.subreddit, (place) => `lower(n."subreddit") = lower(${place})`);
  add(filter.q, (place) => {
    const pattern = `'%' || replace(replace(replace(${place}, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;
    return `i."blankedAt" IS NULL AND (i."title" ILIKE ${pattern} OR i."content" ILIKE ${pattern})`;
  });
  return { text: parts.join(" AND "), values };
}
