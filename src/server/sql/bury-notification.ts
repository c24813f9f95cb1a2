import { z } from "zod";
import type { Queryable } from "@/server/database";
import {
  changedCounts,
  clipOf,
  lockedTarget,
  selectionCondition,
  type NotificationSelection,
} from "./notification-selection";
import { rows } from "./rows";

/**
 * Changes `clips` to blank tombstones, so that the same item cannot alert again; what they still owed is dropped. A debt that
 * is being sealed at this moment is left to its message, which leaves out what was deleted.
 */
const buried = (now: string) => `dropped AS (
    DELETE FROM "Debt" WHERE ("notificationId", "channel") IN (
      SELECT d."notificationId", d."channel" FROM "Debt" d JOIN clips ON clips."id" = d."notificationId"
      FOR UPDATE OF d SKIP LOCKED)
  ), changed AS (
    UPDATE "Notification" n SET "deletedAt" = ${now}, "keyword" = '', "subreddit" = '', "openedAt" = NULL
    FROM clips WHERE n."id" = clips."id" AND n."deletedAt" IS NULL RETURNING n."id"
  )`;

/** Deletes a user's clip, named by any of its rows; false when they have none of this id. */
export async function buryNotification(
  db: Queryable,
  userId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `WITH lead AS MATERIALIZED (
       SELECT n."id" FROM "Notification" n JOIN (${clipOf("$1", "ARRAY[$2::uuid]")}) clip ON clip."id" = n."id"
       WHERE n."deletedAt" IS NULL FOR NO KEY UPDATE OF n
     ), clips AS MATERIALIZED (
       SELECT "id" FROM lead UNION ALL SELECT f."id" FROM lead JOIN "Notification" f ON f."leadId" = lead."id"
     ), ${buried("$3")}
     SELECT FROM changed`,
    [userId, id, now],
  );
  return rowCount !== 0;
}

/** Deletes a selection; answers how many were deleted and how many somebody else held. */
export async function buryNotifications(db: Queryable, selection: NotificationSelection, now: Date) {
  const { text, values } = selectionCondition(selection);
  const [counts] = await rows(
    db,
    z.object({ updated: z.number(), leftOut: z.number() }),
    `${lockedTarget(text)}, ${buried(`$${values.push(now)}`)} ${changedCounts(text)}`,
    values,
  );
  return counts!;
}
