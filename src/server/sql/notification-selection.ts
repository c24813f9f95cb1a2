import { listedSql } from "./notification-row";

/** Notifications of a user that are meant together: of a group (folded keyword), of these ids, or all. */
export interface NotificationSelection {
  userId: string;
  groupFolded: string | null;
  ids: readonly string[] | null;
  statuses: readonly ("unread" | "read" | "archived")[];
}

/** What leads the clips that these rows of a user belong to. */
export function clipOf(userId: string, ids: string): string {
  return `SELECT coalesce(x."leadId", x."id") AS "id" FROM "Notification" x WHERE x."id" = ANY(${ids}) AND x."userId" = ${userId}`;
}

/** The condition of a selection over "Notification" n, and its values. A tombstone is never meant. */
export function selectionCondition(selection: NotificationSelection): { text: string; values: unknown[] } {
  const values: unknown[] = [selection.userId, selection.statuses];
  const parts = [`n."userId" = $1`, listedSql, `n."status" = ANY($2::text[]::"NotificationStatus"[])`];
  if (selection.ids !== null)
    parts.push(`n."id" IN (${clipOf("$1", `$${values.push(selection.ids)}::uuid[]`)})`);
  if (selection.groupFolded !== null) {
    const place = `$${values.push(selection.groupFolded)}`;
    parts.push(`n."userKeywordId" = (
      SELECT k."id" FROM "UserKeyword" k WHERE k."userId" = $1 AND k."keywordFolded" = ${place})`);
  }
  return { text: parts.join(" AND "), values };
}

/**
 * What begins a statement that changes a selection: `target` are what leads its clips, `clips` those and the rows that follow
 * them, locked. Rows that a run of the pipeline holds at this moment are left out: two sets of rows waiting for each other would
 * be a deadlock.
 */
export function lockedTarget(condition: string): string {
  return `WITH target AS MATERIALIZED (
    SELECT n."id" FROM "Notification" n WHERE ${condition} FOR NO KEY UPDATE SKIP LOCKED
  ), followers AS MATERIALIZED (
    SELECT f."id" FROM target JOIN "Notification" f ON f."leadId" = target."id" WHERE f."deletedAt" IS NULL
    FOR NO KEY UPDATE OF f SKIP LOCKED
  ), clips AS MATERIALIZED (SELECT "id" FROM target UNION ALL SELECT "id" FROM followers)`;
}

/** What ends it: how many clips were changed, and how many were left out. */
export function changedCounts(condition: string): string {
  return `SELECT (SELECT count(*)::int FROM changed JOIN target ON target."id" = changed."id") AS updated, (
    (SELECT count(*) FROM "Notification" n WHERE ${condition}) - (SELECT count(*) FROM target))::int AS "leftOut"`;
}
