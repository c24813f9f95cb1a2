import * as z from "zod";
import { sql, type Sql, type Queryable } from "@/server/platform/database";
import {
  listedSql,
  leadsSql,
  shownItemSql,
  changedCounts,
  lockedMentions,
  updatedMentions,
  selectionCondition,
  statusTo,
  type NotificationSelection,
  deletedMentions,
} from "@/server/mentions/statements/mentions";
import { rows } from "@/server/platform/rows";
import { notificationColumns, notificationRow, type NotificationRow } from "./notification-row";

/** "opened" also marks unread ones as read; archived ones stay archived. Stars keep the status. */
export type NotificationMark = "unread" | "read" | "archived" | "opened" | StarIcon | SnoozeIcon;
export type StarIcon = "starred" | "unstarred";
/** Snoozes until then and marks as unread. Null ends the snooze and keeps the status. */
export interface SnoozeIcon {
  snoozedUntil: Date | null;
}

const changeTo = (mark: NotificationMark, now: Date): Sql => {
  if (typeof mark === "object") {
    if (mark.snoozedUntil === null) return sql`"snoozedUntil" = NULL`;
    return sql`"status" = 'unread', "snoozedUntil" = ${mark.snoozedUntil}`;
  }
  if (mark === "starred") return sql`"starredAt" = coalesce(n."starredAt", ${now})`;
  if (mark === "unstarred") return sql`"starredAt" = NULL`;
  if (mark !== "opened") return statusTo(mark);
  return sql`"openedAt" = coalesce(n."openedAt", ${now}),
    "status" = CASE n."status" WHEN 'unread' THEN 'read' ELSE n."status" END, "snoozedUntil" = NULL`;
};

/** Takes the id of any row of a mention. Null if not the user's. Keeps the first opening and star time. */
export async function markNotification(
  db: Queryable,
  userId: string,
  id: string,
  mark: NotificationMark,
  now: Date,
): Promise<NotificationRow | null> {
  const found = await rows(
    db,
    notificationRow,
    sql`WITH mention AS (${leadsSql(userId, [id])}), n AS (
       UPDATE "Notification" n SET ${changeTo(mark, now)}
       FROM mention WHERE n."id" = mention."id" AND ${listedSql} RETURNING n.*
     ), followers AS (
       UPDATE "Notification" f SET "status" = n."status", "openedAt" = n."openedAt", "starredAt" = n."starredAt",
         "snoozedUntil" = n."snoozedUntil"
       FROM n WHERE f."leadId" = n."id" AND f."deletedAt" IS NULL
     )
     SELECT ${notificationColumns(null)} FROM n ${shownItemSql}`,
  );
  return found[0] ?? null;
}

const changedSet = z.object({ updated: z.number(), leftOut: z.number() });

/** Sets status, star or snooze time of a selection. Returns the numbers of changed rows and locked rows. */
export function markNotifications(
  db: Queryable,
  selection: NotificationSelection,
  mark: Exclude<NotificationMark, "opened">,
  now: Date,
  undoId: string,
) {
  return changeSelection(db, selection, updatedMentions(changeTo(mark, now), undoId));
}

async function changeSelection(db: Queryable, selection: NotificationSelection, change: Sql) {
  const condition = selectionCondition(selection);
  const [counts] = await rows(
    db,
    changedSet,
    sql`WITH ${lockedMentions(condition)}, ${change} ${changedCounts(condition)}`,
  );
  return counts!;
}

/** Deletes a user's mention, given the id of any of its rows. False if the user doesn't have it. */
export async function softDeleteNotification(
  db: Queryable,
  userId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`WITH lead AS MATERIALIZED (
       SELECT n."id" FROM "Notification" n JOIN (${leadsSql(userId, [id])}) mention ON mention."id" = n."id"
       WHERE n."deletedAt" IS NULL FOR NO KEY UPDATE OF n
     ), mentions AS MATERIALIZED (
       SELECT "id" FROM lead UNION ALL SELECT f."id" FROM lead JOIN "Notification" f ON f."leadId" = lead."id"
     ), ${deletedMentions(now, null)}
     SELECT FROM changed`,
  );
  return rowCount !== 0;
}

export function softDeleteNotifications(
  db: Queryable,
  selection: NotificationSelection,
  now: Date,
  undoId: string,
) {
  return changeSelection(db, selection, deletedMentions(now, undoId));
}
