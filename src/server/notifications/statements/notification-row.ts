import { joined, sql, type Sql } from "@/server/platform/database";
import { z } from "zod";
import {
  awakeSql,
  elsewhereRow,
  elsewhereSql,
  listedSql,
  watchIdsSql,
} from "@/server/mentions/statements/mentions";
import { highlightsRow, highlightsSql } from "@/server/delivery/statements/messages";
import { statusParts, statusSql, type PendingMark } from "@/server/mentions/statements/pending-mark-sql";

/** The item that a notification shows. */
export const itemRow = z.object({
  site: z.string(),
  place: z.string(),
  title: z.string(),
  content: z.string(),
  url: z.string(),
  author: z.string().nullable(),
  kind: z.enum(["post", "comment"]),
  itemCreatedAt: z.date(),
  over18: z.boolean(),
  blankedAt: z.date().nullable(),
});

/** A notification with the snapshot of its item. */
export const notificationRow = itemRow.extend({
  id: z.string(),
  createdAt: z.date(),
  status: z.enum(["unread", "read", "archived"]),
  keyword: z.string(),
  watchId: z.string(),
  /** All watches of the mention, its own first. */
  watchIds: z.array(z.string()).transform((ids) => [...new Set(ids)]),
  /** The text to take the snippet from: plain text with link URLs, or Markdown until it is rendered. */
  source: z.string(),
  isRendered: z.boolean(),
  /** That text without URLs; null if it is the same, and until it is rendered. */
  shown: z.string().nullable(),
  openedAt: z.date().nullable(),
  starredAt: z.date().nullable(),
  snoozedUntil: z.date().nullable(),
  highlights: highlightsRow,
  /** Other items of the same story, the oldest first. */
  elsewhere: elsewhereRow,
});
export type NotificationRow = z.infer<typeof notificationRow>;
/** Where a word stands further in than this, a passage does not show it. */
const sourceLength = 40_000;

/**
 * The columns of notificationRow, for "Notification" n and "Item" i; content cut to so many characters, null: whole. `status` is
 * told by whoever knows better than the row.
 */
export function notificationColumns(contentLength: number | null, status = sql`n."status"::text`): Sql {
  const content = contentLength === null ? sql`i."content"` : sql`left(i."content", ${contentLength})`;
  return sql`n."id", n."createdAt", ${status} AS "status", n."keyword", n."watchId",
    ${watchIdsSql} AS "watchIds", i."site", i."place", i."title",
    ${content} AS "content", left(coalesce(i."linkedText", i."text", i."content"), ${sourceLength}) AS "source", i."text" IS NOT NULL AS "isRendered",
    CASE WHEN i."linkedText" IS NOT NULL THEN left(i."text", ${sourceLength}) END AS "shown", i."url", i."author", i."kind"::text,
    i."createdAt" AS "itemCreatedAt", i."over18", i."blankedAt", n."openedAt", n."starredAt",
    CASE WHEN n."snoozedUntil" > now() THEN n."snoozedUntil" END AS "snoozedUntil", ${highlightsSql} AS "highlights", ${elsewhereSql} AS "elsewhere"`;
}

/** Which of a user's notifications are meant; null: any. A tombstone never is. */
export interface NotificationFilter {
  userId: string;
  marks: readonly PendingMark[];
  /** A status, what is starred in any, or what waits for its time, which no other status has. */
  status: "unread" | "read" | "archived" | "starred" | "snoozed" | null;
  /** Folded: the group of keywords that read alike. */
  groupFolded: string | null;
  keywordFolded: string | null;
  /** Any of these sites, or a place (null: any) of the one. */
  place: { sites: readonly string[]; name: string | null } | null;
  isStarred: boolean;
  /** No later than this; null: whenever. */
  until: Date | null;
  /** Of a search what it found, by their ids; null: nothing is searched for. */
  found: readonly string[] | null;
}

/** A filter for a statement over "Notification" n: what it begins with, where it reads, the condition, and what status to show. */
export function notificationCondition(filter: NotificationFilter) {
  return { ...searchOf(filter), condition: fittingSql(filter), status: shownStatus(filter) };
}

/** The condition that "Notification" n matches a filter, without its search. */
export function fittingSql(filter: NotificationFilter): Sql {
  const parts = [
    sql`n."userId" = ${filter.userId}`,
    listedSql,
    ...[statusOrStarParts, untilParts, keywordParts, narrowingParts].flatMap((partsOf) => partsOf(filter)),
  ];
  return joined(parts, " AND ");
}

/** Whether what fits a filter is one walk along an index: of what is starred, or of one status in its rows, too. */
export function isOneWalk(filter: NotificationFilter): boolean {
  return filter.status === "starred" || storedStatus(filter) !== null;
}

/** The one status that the rows have which fit a filter; null: they may have any. What waits is unread. */
function storedStatus({ status, marks }: NotificationFilter): "unread" | "read" | "archived" | null {
  if (status === null || status === "starred") return null;
  if (status === "unread" || status === "snoozed") return "unread";
  return marks.length === 0 ? status : null;
}

function shownStatus({ status, marks }: NotificationFilter): Sql {
  if (status === null || status === "starred") return statusSql(marks);
  return sql`${status === "snoozed" ? "unread" : status}::text`;
}

function statusOrStarParts({ userId, status, marks }: NotificationFilter): Sql[] {
  if (status === "snoozed") return [sql`n."snoozedUntil" > now()`, ...statusParts(["unread"], marks)];
  if (status === "unread") return [awakeSql(userId), ...statusParts([status], marks)];
  if (status === "starred") return [sql`n."starredAt" IS NOT NULL`, ...statusParts(null, marks)];
  return statusParts(status === null ? null : [status], marks);
}

/**
 * The same filter for a statement that goes from "UserKeyword" k to its "Notification" n: what holds of either, and
 * from where to read. `statuses` are for the statement to ask for itself, one after the other.
 */
export function groupCondition(filter: NotificationFilter) {
  const { userId, status, marks } = filter;
  const one = storedStatus(filter);
  const stored = one === null ? notificationRow.shape.status.options : [one];
  const statuses = sql`${stored}::text[]::"NotificationStatus"[]`;
  const isAskedByStatus =
    marks.length === 0 && (status === null || status === "read" || status === "archived");
  const marked = isAskedByStatus ? [] : statusOrStarParts(filter);
  const ofKeyword = keywordsOf(filter).map((folded) => sql`k."keywordFolded" = ${folded}`);
  return {
    ...searchOf(filter),
    ofKeyword: joined([sql`k."userId" = ${userId}`, ...ofKeyword], " AND "),
    ofNotification: joined([listedSql, ...marked, ...untilParts(filter), ...narrowingParts(filter)], " AND "),
    status: shownStatus(filter),
    statuses,
  };
}

/** What a search found is read in place of all. */
function searchOf({ found }: NotificationFilter): { with: Sql[]; from: Sql } {
  if (found === null) return { with: [], from: sql`"Notification" n` };
  const searched = sql`searched AS MATERIALIZED (SELECT * FROM "Notification" WHERE "id" = ANY(${found}::uuid[]))`;
  return { with: [searched], from: sql`searched n` };
}

function keywordParts(filter: NotificationFilter): Sql[] {
  return keywordsOf(filter).map(
    (folded) => sql`n."userKeywordId" = (
      SELECT k."id" FROM "UserKeyword" k WHERE k."userId" = ${filter.userId} AND k."keywordFolded" = ${folded})`,
  );
}

function untilParts({ until }: NotificationFilter): Sql[] {
  return until === null ? [] : [sql`n."createdAt" <= ${until}`];
}

/** The beginning of a statement out of its parts; nothing without any. */
export function withParts(parts: readonly Sql[]): Sql {
  return parts.length === 0 ? sql`` : sql`WITH ${joined([...parts])}`;
}

function keywordsOf(filter: NotificationFilter): string[] {
  return [filter.groupFolded, filter.keywordFolded].filter((folded) => folded !== null);
}

/** The rest of a filter, beside status and keyword. */
function narrowingParts(filter: NotificationFilter): Sql[] {
  const starred = filter.isStarred ? [sql`n."starredAt" IS NOT NULL`] : [];
  return [...placeParts(filter), ...starred];
}

/** A story is found by each of its places. */
function placeParts({ place, userId }: NotificationFilter): Sql[] {
  if (place === null) return [];
  const isThere = (row: Sql) => {
    const ofSite = sql`${row}."site" = ANY(${place.sites}::text[])`;
    return place.name === null ? ofSite : sql`${ofSite} AND lower(${row}."place") = lower(${place.name})`;
  };
  return [
    sql`(${isThere(sql`n`)} OR n."id" IN (SELECT f."leadId" FROM "Notification" f WHERE ${followsSql(userId)} AND ${isThere(sql`f`)}))`,
  ];
}

/** That "Notification" f of a user follows in a story, and so may stand elsewhere than what leads it. */
export function followsSql(userId: string): Sql {
  return sql`f."userId" = ${userId} AND f."leadId" IS NOT NULL AND f."storyKey" IS NOT NULL AND f."deletedAt" IS NULL`;
}
