import * as z from "zod";
import { sql, word, type Queryable, type Sql, joined } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import { statusParts, type PendingBulkUpdate } from "./pending-update-sql";

/** "Notification" n leads a mention and isn't a tombstone. Partial indexes have the same condition. */
export const listedSql = sql`n."deletedAt" IS NULL AND n."leadId" IS NULL`;

/** A user's snoozed mentions. They reappear when their time has passed, without further processing. */
export const getSnoozed = (userId: Sql | string) => sql`SELECT z."id" FROM "Notification" z
    WHERE z."userId" = ${userId} AND z."snoozedUntil" > now() AND z."deletedAt" IS NULL AND z."leadId" IS NULL`;

/** Compares ids, to allow index-only scans of lists. */
export const awakeSql = (userId: string) => sql`n."id" NOT IN (${getSnoozed(userId)})`;

/** Its own first. Contains duplicates if a watch matched a story several times. */
export const watchIdsSql = sql`ARRAY[n."watchId"] || ARRAY(SELECT f."watchId" FROM "Notification" f WHERE f."leadId" = n."id")`;

/** Other posts of the story that "Notification" n leads, if not deleted at the source. */
export const currentSql = sql`"Notification" f JOIN "Item" s ON s."fullname" = f."fullname"
    WHERE f."leadId" = n."id" AND f."fullname" <> n."fullname" AND s."blankedAt" IS NULL`;

/**
 * Joins the shown "Item" i: n's own or, if deleted at its source, the story's first remaining post. OFFSET 0
 * enforces index lookups; otherwise larger pages sometimes read the whole table.
 */
export const shownItemSql = sql`JOIN LATERAL (SELECT * FROM "Item" i WHERE i."fullname" = CASE
    WHEN n."storyKey" IS NULL OR EXISTS (SELECT FROM "Item" o WHERE o."fullname" = n."fullname" AND o."blankedAt" IS NULL)
    THEN n."fullname"
    ELSE coalesce((SELECT substr(min(f."id"::text || f."fullname"), 37) FROM ${currentSql}), n."fullname") END OFFSET 0) i ON true`;

/** Selects columns of the "Item" i that "Notification" n of a user shows, unless it is a tombstone. */
export function selectShownItem({ userId, id }: { userId: string; id: string }, columns: Sql): Sql {
  return sql`SELECT ${columns} FROM "Notification" n ${shownItemSql}
    WHERE n."id" = ${id} AND n."userId" = ${userId} AND n."deletedAt" IS NULL`;
}

/** Other posts in a mention, and rows to read for them: several watches can match the same post. */
const max = { posts: 50, rows: 150 };

export const elsewhereSql = sql`CASE WHEN n."storyKey" IS NULL THEN '[]'::json ELSE coalesce((
    SELECT json_agg(e) FROM (
      SELECT f."id", f."fullname", s."site", s."place", s."title", s."url", s."createdAt"
      FROM ${currentSql} AND s."fullname" <> i."fullname" LIMIT ${max.rows}::int
    ) e), '[]') END`;

const post = z.object({
  id: z.string(),
  fullname: z.string(),
  site: z.string(),
  place: z.string(),
  title: z.string(),
  url: z.string(),
  createdAt: z.coerce.date(),
});

/** Removes duplicates, oldest first. Done here because sorting in SQL would slow down every list. */
export const elsewhereRow = z.array(post).transform((rows) => {
  const oldestFirst = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const seen = new Set<string>();
  const posts = oldestFirst.filter(({ fullname }) => !seen.has(fullname) && seen.add(fullname));
  return posts.slice(0, max.posts);
});

/** Uses one index scan per status, so one index serves all lists. The caller must sort and limit. */
export function newestOfEach(q: {
  columns: Sql;
  from: Sql;
  condition: Sql;
  direction: "ASC" | "DESC";
  max: Sql;
  statuses?: Sql;
}): Sql {
  const direction = word(q.direction);
  const statuses = q.statuses ?? sql`enum_range(NULL::"NotificationStatus")`;
  return sql`SELECT n.* FROM unnest(${statuses}) AS s("status") CROSS JOIN LATERAL (
      SELECT ${q.columns} FROM ${q.from} WHERE n."status" = s."status" AND ${q.condition}
      ORDER BY n."createdAt" ${direction}, n."id" ${direction} LIMIT ${q.max}
    ) n`;
}

export interface NotificationSelection {
  userId: string;
  marks: readonly PendingBulkUpdate[];
  groupFolded: string | null;
  ids: readonly string[] | null;
  statuses: readonly ("unread" | "read" | "archived")[];
  /** Created at this time or earlier. Null: any time. */
  until: Date | null;
}

export function leadsSql(userId: string, ids: readonly string[]): Sql {
  return sql`SELECT coalesce(x."leadId", x."id") AS "id" FROM "Notification" x WHERE x."id" = ANY(${ids}::uuid[]) AND x."userId" = ${userId}`;
}

/** Mentions by ids of their rows. IS TRUE hides the other conditions from indexes, so n is only read by id. */
export const namedSql = (userId: string, ids: readonly string[], parts: readonly Sql[]) =>
  sql`n."id" IN (${leadsSql(userId, ids)}) AND (${joined([...parts], " AND ")}) IS TRUE`;

/** Condition of a selection on "Notification" n. Never matches tombstones. */
export function selectionCondition(selection: NotificationSelection): Sql {
  const { userId, ids, groupFolded, until, statuses, marks } = selection;
  const parts = [sql`n."userId" = ${userId}`, listedSql, ...statusParts(statuses, marks)];
  // Snoozed notifications are only changed by id.
  if (ids === null) parts.push(awakeSql(userId));
  if (until !== null) parts.push(sql`n."createdAt" <= ${until}`);
  if (groupFolded !== null) {
    parts.push(sql`n."userKeywordId" = (
      SELECT k."id" FROM "UserKeyword" k WHERE k."userId" = ${userId} AND k."keywordFolded" = ${groupFolded})`);
  }
  return ids === null ? joined(parts, " AND ") : namedSql(userId, ids, parts);
}

/** Counts up to `max` mentions (`n`) that meet a condition. */
export async function countMentions(db: Queryable, condition: Sql, max: number | null = null) {
  const [counted] = await rows(
    db,
    z.object({ count: z.number() }),
    sql`SELECT count(*)::int AS "count" FROM (SELECT FROM "Notification" n WHERE ${condition} LIMIT ${max}::int) n`,
  );
  return counted!.count;
}

/** `target`: leads; `mentions`: with followers. Skips locked rows, because waiting could deadlock. */
export function lockedMentions(condition: Sql): Sql {
  return sql`target AS MATERIALIZED (
    SELECT n.* FROM "Notification" n WHERE ${condition} FOR NO KEY UPDATE SKIP LOCKED
  ), followers AS MATERIALIZED (
    SELECT f.* FROM target JOIN "Notification" f ON f."leadId" = target."id" WHERE f."deletedAt" IS NULL
    FOR NO KEY UPDATE OF f SKIP LOCKED
  ), mentions AS MATERIALIZED (SELECT * FROM target UNION ALL SELECT * FROM followers)`;
}

export const statusTo = (status: string) =>
  sql`"status" = ${status}::"NotificationStatus", "snoozedUntil" = NULL`;

/** Stores `mentions` for undo unless it expired. `dropped` are their deleted outbox entries. */
function recordedMentions(undoId: string | null, dropped: Sql): Sql {
  if (undoId === null) return sql``;
  return sql`recorded AS (
    INSERT INTO "UndoRow" ("undoId", "notificationId", "status", "openedAt", "starredAt", "snoozedUntil", "keyword", "place", "outbox")
    SELECT u."id", m."id", m."status", m."openedAt", m."starredAt", m."snoozedUntil", m."keyword", m."place", d."entries"
    FROM mentions m JOIN "UndoToken" u ON u."id" = ${undoId} AND u."until" > now()
      LEFT JOIN (${dropped}) d ON d."notificationId" = m."id"
    ON CONFLICT DO NOTHING
  ), `;
}

const nothingDropped = sql`SELECT NULL::uuid AS "notificationId", NULL::jsonb AS "entries" LIMIT 0`;
const droppedSql = sql`SELECT d."notificationId", jsonb_agg(to_jsonb(d)) AS "entries" FROM dropped d GROUP BY 1`;

export function updatedMentions(change: Sql, undoId: string | null): Sql {
  return sql`${recordedMentions(undoId, nothingDropped)}changed AS (
    UPDATE "Notification" n SET ${change} FROM mentions WHERE n."id" = mentions."id" RETURNING n."leadId"
  )`;
}

/** Tombstones prevent repeated alerts. Skips entries being enqueued; their message omits deleted ones. */
export function deletedMentions(now: Date, undoId: string | null): Sql {
  return sql`dropped AS (
    DELETE FROM "OutboxEntry" WHERE ("notificationId", "channel") IN (
      SELECT d."notificationId", d."channel" FROM "OutboxEntry" d JOIN mentions ON mentions."id" = d."notificationId"
      FOR UPDATE OF d SKIP LOCKED)
    RETURNING *
  ), ${recordedMentions(undoId, droppedSql)}changed AS (
    UPDATE "Notification" n SET "deletedAt" = ${now}, "keyword" = '', "place" = '', "openedAt" = NULL, "starredAt" = NULL, "snoozedUntil" = NULL
    FROM mentions WHERE n."id" = mentions."id" AND n."deletedAt" IS NULL RETURNING n."leadId"
  )`;
}

export function changedCounts(condition: Sql): Sql {
  return sql`SELECT (SELECT count(*)::int FROM changed WHERE "leadId" IS NULL) AS updated, (
    (SELECT count(*) FROM "Notification" n WHERE ${condition}) - (SELECT count(*) FROM target))::int AS "leftOut"`;
}
