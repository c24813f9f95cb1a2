import { z } from "zod";
import { listedSql, newestOfEach, watchIdsSql } from "@/server/clips/statements/listed-sql";
import { highlightsRow, highlightsSql } from "@/server/delivery/statements/highlights-sql";
import { statusParts, statusSql, type PendingMark } from "@/server/clips/statements/pending-mark-sql";

/** A notification with the snapshot of its item. */
export const notificationRow = z.object({
  id: z.string(),
  createdAt: z.date(),
  status: z.enum(["unread", "read", "archived"]),
  keyword: z.string(),
  watchId: z.string(),
  /** All watches of the clip, its own first. */
  watchIds: z.array(z.string()),
  subreddit: z.string(),
  title: z.string(),
  content: z.string(),
  /** What its passage is looked for in: its words as plain text with the addresses of links; its source until it is rendered. */
  source: z.string(),
  /** What is shown of that, without the addresses; null where it is the same. */
  shown: z.string().nullable(),
  url: z.string(),
  author: z.string().nullable(),
  kind: z.enum(["post", "comment"]),
  itemCreatedAt: z.date(),
  over18: z.boolean(),
  blankedAt: z.date().nullable(),
  openedAt: z.date().nullable(),
  highlights: highlightsRow,
});
export type NotificationRow = z.infer<typeof notificationRow>;

/** Where a word stands further in than this, a passage does not show it. */
const sourceLength = 40_000;

/**
 * The columns of notificationRow, for "Notification" n and "Item" i; content cut to so many characters, null: whole. `status` is
 * told by whoever knows better than the row.
 */
export function notificationColumns(contentLength: number | null, status = `n."status"::text`): string {
  const content = contentLength === null ? `i."content"` : `left(i."content", ${contentLength})`;
  return `n."id", n."createdAt", ${status} AS "status", n."keyword", n."watchId",
    ${watchIdsSql} AS "watchIds", i."subreddit", i."title",
    ${content} AS "content", left(coalesce(i."linkedText", i."text", i."content"), ${sourceLength}) AS "source",
    CASE WHEN i."linkedText" IS NOT NULL THEN left(i."text", ${sourceLength}) END AS "shown", i."url", i."author", i."kind"::text,
    i."createdAt" AS "itemCreatedAt", i."over18", i."blankedAt", n."openedAt", ${highlightsSql} AS "highlights"`;
}

/** Which of a user's notifications are meant; null: any. A tombstone never is. */
export interface NotificationFilter {
  userId: string;
  marks: readonly PendingMark[];
  status: "unread" | "read" | "archived" | null;
  /** Folded: the group of keywords that read alike. */
  groupFolded: string | null;
  keywordFolded: string | null;
  subreddit: string | null;
  /** What title or content contains, of the newest `searchedNewest`. */
  q: string | null;
}

/** A search looks through so many of the user's newest: text has no index, and nobody waits for 200,000 texts. */
export const searchedNewest = 10_000;

/** A filter for a statement over "Notification" n: what it begins with, where it reads, the condition and the values. */
export function notificationCondition(filter: NotificationFilter) {
  const values: unknown[] = [filter.userId];
  const place = (value: unknown) => `$${values.push(value)}`;
  const { status, marks } = filter;
  const parts = [`n."userId" = $1`, listedSql];
  parts.push(...statusParts(status === null ? null : [status], marks, place));
  const search = searchOf(filter, parts.join(" AND "), place);
  for (const folded of keywordsOf(filter)) {
    parts.push(`n."userKeywordId" = (
      SELECT k."id" FROM "UserKeyword" k WHERE k."userId" = $1 AND k."keywordFolded" = ${place(folded)})`);
  }
  parts.push(...subredditParts(filter, place));
  return { ...search, text: parts.join(" AND "), status: () => shownStatus(filter, place), values };
}

/** Whether what fits a filter has one status in its rows, too: then it is one walk along an index. */
export function isOneStatus({ status, marks }: NotificationFilter): boolean {
  return status === "unread" || (status !== null && marks.length === 0);
}

function shownStatus({ status, marks }: NotificationFilter, place: (value: unknown) => string): string {
  return status === null ? statusSql(marks, place) : `'${status}'::text`;
}

/**
 * The same filter for a statement that goes from "UserKeyword" k to its "Notification" n: what holds of either, and
 * from where to read. $1 is the user, $2 the statuses, which the statement has to ask for itself.
 */
export function groupCondition(filter: NotificationFilter) {
  const { status, marks } = filter;
  const statuses = isOneStatus(filter) ? [status] : notificationRow.shape.status.options;
  const values: unknown[] = [filter.userId, statuses];
  const place = (value: unknown) => `$${values.push(value)}`;
  const marked = marks.length === 0 ? [] : statusParts(status === null ? null : [status], marks, place);
  const ofKeyword = keywordsOf(filter).map((folded) => `k."keywordFolded" = ${place(folded)}`);
  const ofStatus = `n."status" = ANY($2::text[]::"NotificationStatus"[])`;
  const ofAny = [`n."userId" = $1`, listedSql, ofStatus, ...marked].join(" AND ");
  return {
    ...searchOf(filter, ofAny, place),
    ofKeyword: [`k."userId" = $1`, ...ofKeyword].join(" AND "),
    ofNotification: [listedSql, ...marked, ...subredditParts(filter, place)].join(" AND "),
    status: () => shownStatus(filter, place),
    values,
  };
}

/** With a text to search for, what the statement begins with: the newest that hold it, to be read in place of all. */
function searchOf({ q }: NotificationFilter, condition: string, place: (value: unknown) => string) {
  if (q === null) return { with: [], from: `"Notification" n` };
  const text = `replace(replace(replace(${place(q)}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`;
  const pattern = `'%' || ${text} || '%'`;
  const most = String(searchedNewest);
  const newest = newestOfEach({
    columns: "n.*",
    from: `"Notification" n`,
    condition,
    direction: "DESC",
    most,
  });
  const searched = `searched AS MATERIALIZED (
    SELECT n.* FROM (${newest} ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${most}) n
    JOIN "Item" i ON i."fullname" = n."fullname"
    WHERE i."blankedAt" IS NULL AND (i."title" ILIKE ${pattern} OR i."content" ILIKE ${pattern}))`;
  return { with: [searched], from: "searched n" };
}

/** The beginning of a statement out of its parts; nothing without any. */
export function withParts(parts: readonly string[]): string {
  return parts.length === 0 ? "" : `WITH ${parts.join(", ")}`;
}

function keywordsOf(filter: NotificationFilter): string[] {
  return [filter.groupFolded, filter.keywordFolded].filter((folded) => folded !== null);
}

function subredditParts({ subreddit }: NotificationFilter, place: (value: unknown) => string): string[] {
  return subreddit === null ? [] : [`lower(n."subreddit") = lower(${place(subreddit)})`];
}
