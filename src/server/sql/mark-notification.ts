import type { Queryable } from "@/server/database";
import { notificationColumns, notificationRow, type NotificationRow } from "./notification-row";
import { rows } from "./rows";

/** Sets the status of a user's notification and answers it whole; null when they have none of this id. */
export async function markNotification(
  db: Queryable,
  userId: string,
  id: string,
  status: "unread" | "read" | "archived",
): Promise<NotificationRow | null> {
  const found = await rows(
    db,
    notificationRow,
    `WITH n AS (
       UPDATE "Notification" SET "status" = $3::"NotificationStatus"
       WHERE "id" = $2 AND "userId" = $1 AND "deletedAt" IS NULL RETURNING *
     )
     SELECT ${notificationColumns(null)} FROM n JOIN "Item" i ON i."fullname" = n."fullname"`,
    [userId, id, status],
  );
  return found[0] ?? null;
}
