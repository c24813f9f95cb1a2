import { z } from "zod";
import { sql, word, type Sql, joined } from "@/server/platform/database";
import { statusParts, type PendingMark } from "./pending-mark-sql";

/** Of "Notification" n what is listed and counted: what leads a mention and is no tombstone. The indexes of lists hold these alone. */
export const listedSql = sql`n."deletedAt" IS NULL AND n."leadId" IS NULL`;

/** A user's mentions that wait for their time. They come back by that time alone: nothing has to be done for it. */
export const snoozedOf = (userId: Sql | string) => sql`SELECT z."id" FROM "Notification" z
    WHERE z."userId" = ${userId} AND z."snoozedUntil" > now() AND z."deletedAt" IS NULL AND z."leadId" IS NULL`;

/** That "Notification" n of a user is not one of them. By id, so that the indexes of lists go on telling all that is asked. */
export const awakeSql = (userId: string) => sql`n."id" NOT IN (${snoozedOf(userId)})`;

/** All watches of the mention that "Notification" n leads, its own first; of a story as often as each heard it. */
export const watchIdsSql = sql`ARRAY[n."watchId"] || ARRAY(SELECT f."watchId" FROM "Notification" f WHERE f."leadId" = n."id")`;

/** What follows the story's mention that "Notification" n leads, by items that stand, in the order they were found in. */
export const standingSql = sql`"Notification" f JOIN "Item" s ON s."fullname" = f."fullname"
    WHERE f."leadId" = n."id" AND f."fullname" <> n."fullname" AND s."blankedAt" IS NULL`;

/**
 * Joins "Item" i to "Notification" n: what the mention that n leads shows. It is n's own; of a story whose own was deleted at its
 * source the first that stands. OFFSET 0 has each looked up by its name: for a page of some hundreds the planner else reads every
 * item there is, as soon as that looks cheaper to it than as many steps through an index.
 */
export const shownItemSql = sql`JOIN LATERAL (SELECT * FROM "Item" i WHERE i."fullname" = CASE
    WHEN n."storyKey" IS NULL OR EXISTS (SELECT FROM "Item" o WHERE o."fullname" = n."fullname" AND o."blankedAt" IS NULL)
    THEN n."fullname"
    ELSE coalesce((SELECT substr(min(f."id"::text || f."fullname"), 37) FROM ${standingSql}), n."fullname") END OFFSET 0) i ON true`;

/** A mention names so many of the other posts of its story, out of so many rows: several watches hear the same. */
const most = { posts: 20, rows: 60 };

/** Where else the story of the mention that "Notification" n leads stands, beside "Item" i that it shows, as JSON of elsewhereRow. */
export const elsewhereSql = sql`CASE WHEN n."storyKey" IS NULL THEN '[]'::json ELSE coalesce((
    SELECT json_agg(e) FROM (
      SELECT f."id", f."fullname", s."site", s."place", s."title", s."url", s."createdAt"
      FROM ${standingSql} AND s."fullname" <> i."fullname" LIMIT ${most.rows}::int
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

/** Each post once, the oldest first. Here and not in the statement, whose plan would have sorts for every list. */
export const elsewhereRow = z.array(post).transform((rows) => {
  const oldestFirst = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const seen = new Set<string>();
  const posts = oldestFirst.filter(({ fullname }) => !seen.has(fullname) && seen.add(fullname));
  return posts.slice(0, most.posts);
});

/**
 * Rows of any status, in order: so many of each along the index of that status, to be sorted and cut by whoever asks. One index
 * serves what is listed of one status and of all.
 */
export function newestOfEach(q: {
  columns: Sql;
  from: Sql;
  condition: Sql;
  direction: "ASC" | "DESC";
  most: Sql;
  statuses?: Sql;
}): Sql {
  const direction = word(q.direction);
  const statuses = q.statuses ?? sql`enum_range(NULL::"NotificationStatus")`;
  return sql`SELECT n.* FROM unnest(${statuses}) AS s("status") CROSS JOIN LATERAL (
      SELECT ${q.columns} FROM ${q.from} WHERE n."status" = s."status" AND ${q.condition}
      ORDER BY n."createdAt" ${direction}, n."id" ${direction} LIMIT ${q.most}
    ) n`;
}

/** Notifications of a user that are meant together: of a group (folded keyword), of these ids, or all. */
export interface NotificationSelection {
  userId: string;
  marks: readonly PendingMark[];
  groupFolded: string | null;
  ids: readonly string[] | null;
  statuses: readonly ("unread" | "read" | "archived")[];
  /** Made no later than this; null: whenever. */
  until: Date | null;
}

/** What leads the mentions that these rows of a user belong to. */
export function getMention(userId: string, ids: readonly string[]): Sql {
  return sql`SELECT coalesce(x."leadId", x."id") AS "id" FROM "Notification" x WHERE x."id" = ANY(${ids}::uuid[]) AND x."userId" = ${userId}`;
}

/** The condition of a selection over "Notification" n. A tombstone is never meant. */
export function selectionCondition(selection: NotificationSelection): Sql {
  const { userId, ids, groupFolded, until, statuses, marks } = selection;
  const parts = [sql`n."userId" = ${userId}`, listedSql, ...statusParts(statuses, marks)];
  // What waits is changed by its name alone.
  parts.push(ids === null ? awakeSql(userId) : sql`n."id" IN (${getMention(userId, ids)})`);
  if (until !== null) parts.push(sql`n."createdAt" <= ${until}`);
  if (groupFolded !== null) {
    parts.push(sql`n."userKeywordId" = (
      SELECT k."id" FROM "UserKeyword" k WHERE k."userId" = ${userId} AND k."keywordFolded" = ${groupFolded})`);
  }
  return joined(parts, " AND ");
}

/**
 * Parts of a statement that changes mentions: `target` is what leads them, `mentions` that and the rows that follow, all locked.
 * Rows that a run of the pipeline holds at this moment are left out: two sets of rows waiting for each other would be a
 * deadlock.
 */
export function lockedMentions(condition: Sql): Sql {
  return sql`target AS MATERIALIZED (
    SELECT n."id" FROM "Notification" n WHERE ${condition} FOR NO KEY UPDATE SKIP LOCKED
  ), followers AS MATERIALIZED (
    SELECT f."id" FROM target JOIN "Notification" f ON f."leadId" = target."id" WHERE f."deletedAt" IS NULL
    FOR NO KEY UPDATE OF f SKIP LOCKED
  ), mentions AS MATERIALIZED (SELECT "id" FROM target UNION ALL SELECT "id" FROM followers)`;
}

/** What gives a notification a status; it then waits for nothing. */
export const statusTo = (status: string) =>
  sql`"status" = ${status}::"NotificationStatus", "snoozedUntil" = NULL`;

/** Changes `mentions`: what is set of "Notification" n. */
export function updatedMentions(change: Sql): Sql {
  return sql`changed AS (
    UPDATE "Notification" n SET ${change} FROM mentions WHERE n."id" = mentions."id" RETURNING n."id"
  )`;
}

/**
 * Changes `mentions` to blank tombstones, so that the same item cannot alert again; what they still owed is dropped. A debt that
 * is being sealed at this moment is left to its message, which leaves out what was deleted.
 */
export function deletedMentions(now: Date): Sql {
  return sql`dropped AS (
    DELETE FROM "Debt" WHERE ("notificationId", "channel") IN (
      SELECT d."notificationId", d."channel" FROM "Debt" d JOIN mentions ON mentions."id" = d."notificationId"
      FOR UPDATE OF d SKIP LOCKED)
  ), changed AS (
    UPDATE "Notification" n SET "deletedAt" = ${now}, "keyword" = '', "place" = '', "openedAt" = NULL, "starredAt" = NULL, "snoozedUntil" = NULL
    FROM mentions WHERE n."id" = mentions."id" AND n."deletedAt" IS NULL RETURNING n."id"
  )`;
}

/** How many mentions were changed, and how many were left out. */
export function changedCounts(condition: Sql): Sql {
  return sql`SELECT (SELECT count(*)::int FROM changed JOIN target ON target."id" = changed."id") AS updated, (
    (SELECT count(*) FROM "Notification" n WHERE ${condition}) - (SELECT count(*) FROM target))::int AS "leftOut"`;
}
