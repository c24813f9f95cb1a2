import { z } from "zod";
import type { Queryable } from "@/server/database";
import {
  changedCounts,
  lockedTarget,
  selectionCondition,
  type NotificationSelection,
} from "./notification-selection";
import { rows } from "./rows";

/** Leaves a blank tombstone, so that the same item cannot alert again; what it still owed is dropped. */
const buried = (now: string) => `"deletedAt" = ${now}, "keyword" = '', "subreddit" = '',
  "mailSlot" = CASE WHEN "deliveryId" IS NOT NULL THEN "mailSlot" END,
  "mailRhythm" = CASE WHEN "deliveryId" IS NOT NULL THEN "mailRhythm" END,
  "pushSlot" = CASE WHEN "pushDeliveryId" IS NOT NULL THEN "pushSlot" END`;

/** Deletes a user's notification; false when they have none of this id. */
export async function buryNotification(
  db: Queryable,
  userId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE "Notification" SET ${buried("$3")} WHERE "id" = $2 AND "userId" = $1 AND "deletedAt" IS NULL`,
    [userId, id, now],
  );
  return rowCount === 1;
}

/** Deletes a selection; answers how many were deleted and how many somebody else held. */
export async function buryNotifications(db: Queryable, selection: NotificationSelection, now: Date) {
  const { text, values } = selectionCondition(selection);
  const [counts] = await rows(
    db,
    z.object({ updated: z.number(), leftOut: z.number() }),
    `${lockedTarget(text)}, changed AS (
       UPDATE "Notification" n SET ${buried(`$${values.push(now)}`)}
       FROM target WHERE n."id" = target."id" RETURNING 1
     ) ${changedCounts(text)}`,
    values,
  );
  return counts!;
}
