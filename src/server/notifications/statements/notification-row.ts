import { joined, sql, type Sql } from "@/server/platform/database";
import * as z from "zod";
import {
  awakeSql,
  elsewhereRow,
  elsewhereSql,
  listedSql,
  watchIdsSql,
} from "@/server/mentions/statements/mentions";
import { highlightsRow, highlightsSql } from "@/server/delivery/statements/messages";
import {
  statusParts,
  statusSql,
  type PendingBulkUpdate,
} from "@/server/mentions/statements/pending-update-sql";

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

/** A thread that the user follows or followed. Times are text, as in JSON. */
export const threadRow = z.object({
  watchId: z.string(),
  isActive: z.boolean(),
  replies: z.number().nullable(),
  total: z.number().nullable(),
  endedAt: z.string().nullable(),
  mutedUntil: z.string().nullable(),
  since: z.string(),
});
export type ThreadRow = z.infer<typeof threadRow>;

export function threadSql(userId: Sql, root: Sql): Sql {
  return sql`(SELECT jsonb_build_object('watchId', f."id", 'isActive', f."isActive", 'replies', h."replies", 'total', h."total", 'endedAt', f."endedAt", 'mutedUntil', f."mutedUntil", 'since', f."createdAt")
    FROM "Watch" f LEFT JOIN "Thread" h ON h."root" = f."root" WHERE f."userId" = ${userId} AND f."root" = ${root})`;
}

export const notificationRow = itemRow.extend({
  fullname: z.string(),
  /** The author of the comment above a reply. */
  replyTo: z.string().nullable(),
  followed: threadRow.nullable(),
  id: z.string(),
  createdAt: z.date(),
  status: z.enum(["unread", "read", "archived"]),
  keyword: z.string(),
  watchId: z.string(),
  /** All watches of the mention, starting with its own. */
  watchIds: z.array(z.string()).transform((ids) => [...new Set(ids)]),
  /** The text to take the snippet from: plain text with link URLs, or Markdown until it is rendered. */
  source: z.string(),
  isRendered: z.boolean(),
  /** `source` without URLs. Null if it is the same or not rendered yet. */
  shown: z.string().nullable(),
  openedAt: z.date().nullable(),
  starredAt: z.date().nullable(),
  snoozedUntil: z.date().nullable(),
  highlights: highlightsRow,
  elsewhere: elsewhereRow,
});
export type NotificationRow = z.infer<typeof notificationRow>;
/** Snippets don't show matches beyond this position. */
const sourceLength = 40_000;

const replyToSql = sql`CASE WHEN i."parent" IS NOT NULL THEN (SELECT p."author" FROM "Item" p
    WHERE (p."fullname" = i."parent" OR p."replyKey" = i."parent") AND p."site" = i."site" AND p."kind" = 'comment' AND p."blankedAt" IS NULL LIMIT 1) END`;

/** For "Notification" n and "Item" i. Null: full content. Pass `status` if pending updates can change it. */
export function notificationColumns(contentLength: number | null, status = sql`n."status"::text`): Sql {
  const content = contentLength === null ? sql`i."content"` : sql`left(i."content", ${contentLength})`;
  return sql`n."id", i."fullname", ${threadSql(sql`n."userId"`, sql`coalesce(i."root", i."fullname")`)} AS "followed", ${replyToSql} AS "replyTo", n."createdAt", ${status} AS "status", n."keyword", n."watchId",
    ${watchIdsSql} AS "watchIds", i."site", i."place", i."title",
    ${content} AS "content", left(coalesce(i."linkedText", i."text", i."content"), ${sourceLength}) AS "source", i."text" IS NOT NULL AS "isRendered",
    CASE WHEN i."linkedText" IS NOT NULL THEN left(i."text", ${sourceLength}) END AS "shown", i."url", i."author", i."kind"::text,
    i."createdAt" AS "itemCreatedAt", i."over18", i."blankedAt", n."openedAt", n."starredAt",
    CASE WHEN n."snoozedUntil" > now() THEN n."snoozedUntil" END AS "snoozedUntil", ${highlightsSql} AS "highlights", ${elsewhereSql} AS "elsewhere"`;
}

/** Selects a user's notifications; null means any. Never matches tombstones. */
export interface NotificationFilter {
  userId: string;
  marks: readonly PendingBulkUpdate[];
  /** "starred": any status. "snoozed": in no other. "following": unread and read, in followed threads. */
  status: "unread" | "read" | "archived" | "starred" | "snoozed" | "following" | null;
  groupFolded: string | null;
  keywordFolded: string | null;
  /** Any of these sites, or one place of a site (null: any place). */
  place: { sites: readonly string[]; name: string | null } | null;
  isStarred: boolean;
  /** Created at this time or earlier. Null: any time. */
  until: Date | null;
  /** Ids found by a search. Null: no search. */
  found: readonly string[] | null;
}

/** Converts a filter to SQL for "Notification" n: CTEs, source, condition and the status to show. */
export function notificationCondition(filter: NotificationFilter) {
  return { ...getSearch(filter), condition: fittingSql(filter), status: shownStatus(filter) };
}

export function fittingSql(filter: NotificationFilter): Sql {
  const parts = [
    sql`n."userId" = ${filter.userId}`,
    listedSql,
    ...[statusOrStarParts, untilParts, keywordParts, narrowingParts].flatMap((getParts) => getParts(filter)),
  ];
  return joined(parts, " AND ");
}

/** True if matching rows are a single index scan: starred ones, or one stored status. */
export function isOneWalk(filter: NotificationFilter): boolean {
  return filter.status === "starred" || storedStatus(filter) !== null;
}

/** Returns the only status that matching rows can have, or null. Snoozed rows are stored as unread. */
function storedStatus({ status, marks }: NotificationFilter): "unread" | "read" | "archived" | null {
  if (status === null || status === "starred" || status === "following") return null;
  if (status === "unread" || status === "snoozed") return "unread";
  return marks.length === 0 ? status : null;
}

function shownStatus({ status, marks }: NotificationFilter): Sql {
  if (status === null || status === "starred" || status === "following") return statusSql(marks);
  return sql`${status === "snoozed" ? "unread" : status}::text`;
}

/** Replies listed per thread and status. */
const maxFollowed = 2_000;

/** Groups of threads that the user follows, also if following ended because they were quiet. */
const followedKeywordsSql = (userId: string) =>
  sql`SELECT f."id" FROM "UserKeyword" f JOIN "Watch" w ON w."userId" = f."userId" AND w."root" = f."root" WHERE f."userId" = ${userId}`;

function statusOrStarParts({ userId, status, marks }: NotificationFilter): Sql[] {
  if (status === "snoozed") return [sql`n."snoozedUntil" > now()`, ...statusParts(["unread"], marks)];
  if (status === "following")
    return [
      sql`n."userKeywordId" = ANY(ARRAY(${followedKeywordsSql(userId)}))`,
      awakeSql(userId),
      ...statusParts(["unread", "read"], marks),
    ];
  if (status === "unread") return [awakeSql(userId), ...statusParts([status], marks)];
  if (status === "starred") return [sql`n."starredAt" IS NOT NULL`, ...statusParts(null, marks)];
  return statusParts(status === null ? null : [status], marks);
}

/** For statements from "UserKeyword" k to its "Notification" n, which must query `statuses` one by one. */
export function groupCondition(filter: NotificationFilter) {
  const { userId, status, marks } = filter;
  const one = storedStatus(filter);
  const stored = one === null ? notificationRow.shape.status.options : [one];
  const statuses = sql`${stored}::text[]::"NotificationStatus"[]`;
  const isFilteredByStatus =
    marks.length === 0 && (status === null || status === "read" || status === "archived");
  const marked = isFilteredByStatus ? [] : statusOrStarParts(filter);
  const ofKeyword = keywordsOf(filter).map((folded) => sql`k."keywordFolded" = ${folded}`);
  if (status === "following") ofKeyword.push(sql`k."root" IS NOT NULL`);
  return {
    ...getSearch(filter),
    ofKeyword: joined([sql`k."userId" = ${userId}`, ...ofKeyword], " AND "),
    ofNotification: joined([listedSql, ...marked, ...untilParts(filter), ...narrowingParts(filter)], " AND "),
    status: shownStatus(filter),
    statuses,
  };
}

function getSearch({ found, status, userId, marks }: NotificationFilter): { with: Sql[]; from: Sql } {
  // Otherwise the planner reads all notifications of the user.
  if (found === null && status === "following") {
    // Pending updates can move archived ones back.
    const stored = marks.length === 0 ? ["unread", "read"] : notificationRow.shape.status.options;
    const followed = sql`followed AS MATERIALIZED (SELECT n.* FROM (${followedKeywordsSql(userId)}) k
      CROSS JOIN unnest(${stored}::text[]::"NotificationStatus"[]) AS s("status") CROSS JOIN LATERAL (
        SELECT n.* FROM "Notification" n WHERE n."userKeywordId" = k."id" AND n."status" = s."status" AND ${listedSql}
        ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${maxFollowed}) n)`;
    return { with: [followed], from: sql`followed n` };
  }
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

export function withParts(parts: readonly Sql[]): Sql {
  return parts.length === 0 ? sql`` : sql`WITH ${joined([...parts])}`;
}

function keywordsOf(filter: NotificationFilter): string[] {
  return [filter.groupFolded, filter.keywordFolded].filter((folded) => folded !== null);
}

function narrowingParts(filter: NotificationFilter): Sql[] {
  const starred = filter.isStarred ? [sql`n."starredAt" IS NOT NULL`] : [];
  return [...placeParts(filter), ...starred];
}

/** A story matches by any of its places. */
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

/** "Notification" f of the user follows another one in a story, so its place can differ. */
export function followsSql(userId: string): Sql {
  return sql`f."userId" = ${userId} AND f."leadId" IS NOT NULL AND f."storyKey" IS NOT NULL AND f."deletedAt" IS NULL`;
}
