/** Notifications of a user that are meant together: of a group (folded keyword), of these ids, or all. */
export interface NotificationSelection {
  userId: string;
  groupFolded: string | null;
  ids: readonly string[] | null;
  statuses: readonly ("unread" | "read" | "archived")[];
}

/** The condition of a selection over "Notification" n, and its values. A tombstone is never meant. */
export function selectionCondition(selection: NotificationSelection): { text: string; values: unknown[] } {
  const values: unknown[] = [selection.userId, selection.statuses];
  const parts = [
    `n."userId" = $1`,
    `n."deletedAt" IS NULL`,
    `n."status" = ANY($2::text[]::"NotificationStatus"[])`,
  ];
  if (selection.ids !== null) parts.push(`n."id" = ANY($${values.push(selection.ids)}::uuid[])`);
  if (selection.groupFolded !== null) {
    const place = `$${values.push(selection.groupFolded)}`;
    parts.push(`n."userKeywordId" = (
      SELECT k."id" FROM "UserKeyword" k WHERE k."userId" = $1 AND k."keywordFolded" = ${place})`);
  }
  return { text: parts.join(" AND "), values };
}

/**
 * What begins a statement that changes a selection: `target` are its rows, locked. Rows that a run of the pipeline
 * holds at this moment are left out: two sets of rows waiting for each other would be a deadlock.
 */
export function lockedTarget(condition: string): string {
  return `WITH target AS MATERIALIZED (
    SELECT n."id" FROM "Notification" n WHERE ${condition} FOR NO KEY UPDATE SKIP LOCKED
  )`;
}

/** What ends it: how many were changed, and how many were left out. */
export function changedCounts(condition: string): string {
  return `SELECT (SELECT count(*)::int FROM changed) AS updated, (
    (SELECT count(*) FROM "Notification" n WHERE ${condition}) - (SELECT count(*) FROM target))::int AS "leftOut"`;
}
