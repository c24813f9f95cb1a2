import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import {
  buriedClips,
  changedCounts,
  clipOf,
  lockedClips,
  selectionCondition,
  type NotificationSelection,
} from "@/server/clips/statements/notification-selection";
import { rows } from "@/server/platform/rows";

/** Deletes a user's clip, named by any of its rows; false when they have none of this id. */
export async function buryNotification(
  db: Queryable,
  userId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`WITH lead AS MATERIALIZED (
       SELECT n."id" FROM "Notification" n JOIN (${clipOf(userId, [id])}) clip ON clip."id" = n."id"
       WHERE n."deletedAt" IS NULL FOR NO KEY UPDATE OF n
     ), clips AS MATERIALIZED (
       SELECT "id" FROM lead UNION ALL SELECT f."id" FROM lead JOIN "Notification" f ON f."leadId" = lead."id"
     ), ${buriedClips(now)}
     SELECT FROM changed`,
  );
  return rowCount !== 0;
}

/** Deletes a selection; answers how many were deleted and how many somebody else held. */
export async function buryNotifications(db: Queryable, selection: NotificationSelection, now: Date) {
  const condition = selectionCondition(selection);
  const [counts] = await rows(
    db,
    z.object({ updated: z.number(), leftOut: z.number() }),
    sql`WITH ${lockedClips(condition)}, ${buriedClips(now)} ${changedCounts(condition)}`,
  );
  return counts!;
}
