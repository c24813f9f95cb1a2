import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Undo } from "@/contract/pagination";
import { undoMs } from "@/domain/time/undo";
import { prisma, joined, sql, type Queryable, type Sql } from "@/server/platform/database";
import { deleteFree, lockRows } from "@/server/platform/locked-rows";
import { rows } from "@/server/platform/rows";
import { countMentions, listedSql } from "./mentions";
import { reachedSql, statusParts, type PendingBulkUpdate } from "./pending-update-sql";

const undoneChange = z.enum([
  "unread",
  "read",
  "archived",
  "deleted",
  "starred",
  "unstarred",
  "snoozed",
  "unsnoozed",
]);
export type UndoneChange = z.infer<typeof undoneChange>;

/** Inserts the token of a change that is about to be made. Its id can't be guessed. */
export async function insertUndo(userId: string, change: UndoneChange, now: Date): Promise<Undo> {
  const token = randomUUID();
  const until = new Date(now.getTime() + undoMs);
  await prisma().undoToken.create({ data: { id: token, userId, change, until }, select: { id: true } });
  return { token, until: until.toISOString() };
}

/** Returns the change of a user's token that can still be undone, and locks it. Null if there is none. */
export async function lockUndo(
  tx: Queryable,
  userId: string,
  token: string,
  now: Date,
): Promise<UndoneChange | null> {
  const isOpen = sql`"id" = ${token} AND "userId" = ${userId} AND "until" > ${now}`;
  if ((await lockRows(tx, "UndoToken", isOpen, "NO KEY UPDATE")) === 0) return null;
  const found = await prisma().undoToken.findFirst({ where: { id: token }, select: { change: true } });
  return undoneChange.parse(found?.change);
}

/** Counts the mentions that a pending update would change after the user's `earlier` ones. */
export function countReached(
  tx: Queryable,
  userId: string,
  mark: PendingBulkUpdate,
  earlier: readonly PendingBulkUpdate[],
): Promise<number> {
  const parts = [
    sql`n."userId" = ${userId}`,
    listedSql,
    reachedSql(mark),
    ...statusParts(mark.statuses, earlier),
  ];
  return countMentions(tx, joined(parts, " AND "));
}

/** Restores "Notification" n from "UndoRow" c, on condition that the change is its latest. */
function restoration(change: UndoneChange): { set: Sql; condition: Sql } {
  const status = sql`"status" = c."status", "snoozedUntil" = c."snoozedUntil"`;
  const star = sql`"starredAt" = c."starredAt"`;
  const isListed = sql`n."deletedAt" IS NULL`;
  switch (change) {
    case "deleted":
      return {
        set: sql`"deletedAt" = NULL, ${status}, ${star}, "openedAt" = c."openedAt", "keyword" = c."keyword", "place" = c."place"`,
        condition: sql`n."deletedAt" IS NOT NULL`,
      };
    case "starred":
      return { set: star, condition: sql`${isListed} AND n."starredAt" IS NOT NULL` };
    case "unstarred":
      return { set: star, condition: sql`${isListed} AND n."starredAt" IS NULL` };
    case "snoozed":
      return { set: status, condition: sql`${isListed} AND n."snoozedUntil" IS NOT NULL` };
    case "unsnoozed":
      return { set: status, condition: sql`${isListed} AND n."snoozedUntil" IS NULL` };
    default:
      return { set: status, condition: sql`${isListed} AND n."status" = ${change}::"NotificationStatus"` };
  }
}

const restoredRow = z.object({ found: z.number(), handled: z.number(), restored: z.number() });

/**
 * Restores up to `max` rows with their outbox entries. Leaves rows changed since; skips rows locked by the
 * pipeline. Returns the numbers of rows found, of rows that are finished, and of restored mentions.
 * Sets of rows are only joined with a table by its primary key: the planner often expects one row and would
 * compare each with each.
 */
export async function restoreRows(
  tx: Queryable,
  token: string,
  change: UndoneChange,
  max: number,
): Promise<z.infer<typeof restoredRow>> {
  const { set, condition } = restoration(change);
  const [done] = await rows(
    tx,
    restoredRow,
    sql`WITH found AS MATERIALIZED (
       SELECT * FROM "UndoRow" WHERE "undoId" = ${token} ORDER BY "notificationId" LIMIT ${max}::int
     ), locked AS MATERIALIZED (
       SELECT c.*, ${condition} AS "isLatest" FROM found c JOIN "Notification" n ON n."id" = c."notificationId"
       FOR NO KEY UPDATE OF n SKIP LOCKED
     ), restored AS (
       UPDATE "Notification" n SET ${set} FROM locked c
       WHERE n."id" = c."notificationId" AND c."isLatest" RETURNING n."leadId", c."outbox"
     ), entries AS (
       INSERT INTO "OutboxEntry" SELECT e.* FROM restored
         CROSS JOIN LATERAL jsonb_populate_recordset(NULL::"OutboxEntry", restored."outbox") e
       ON CONFLICT DO NOTHING
     ), handled AS (
       DELETE FROM "UndoRow" WHERE "undoId" = ${token} AND "notificationId" = ANY(ARRAY(
         SELECT "notificationId" FROM locked
         UNION ALL SELECT c."notificationId" FROM found c
           WHERE NOT EXISTS (SELECT FROM "Notification" n WHERE n."id" = c."notificationId")))
       RETURNING "notificationId"
     )
     SELECT (SELECT count(*)::int FROM found) AS "found", (SELECT count(*)::int FROM handled) AS "handled",
       (SELECT count(*)::int FROM restored WHERE "leadId" IS NULL) AS "restored"`,
  );
  return done!;
}

/** Deletes up to `max` expired tokens with their rows, which contain the values of deleted notifications. */
export function deleteExpiredUndos(db: Queryable, now: Date, max: number): Promise<number> {
  return deleteFree(db, "UndoToken", sql`"until" <= ${now}`, max);
}
