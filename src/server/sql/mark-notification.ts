import type { Queryable } from "@/server/database";
import { listedSql, notificationColumns, notificationRow, type NotificationRow } from "./notification-row";
import { clipOf } from "./notification-selection";
import { rows } from "./rows";

/** Sets the status of a user's clip, named by any of its rows, and answers it whole; null when they have none of this id. */
export async function markNotification(
  db: Queryable,
  userId: string,
  id: string,
  status: "unread" | "read" | "archived",
): Promise<NotificationRow | null> {
  const found = await rows(
    db,
    notificationRow,
    `WITH clip AS (${clipOf("$1", "ARRAY[$2::uuid]")}), n AS (
       UPDATE "Notification" n SET "status" = $3::"NotificationStatus"
       FROM clip WHERE n."id" = clip."id" AND ${listedSql} RETURNING n.*
     ), followers AS (
       UPDATE "Notification" f SET "status" = n."status" FROM n WHERE f."leadId" = n."id" AND f."deletedAt" IS NULL
     )
     SELECT ${notificationColumns(null)} FROM n JOIN "Item" i ON i."fullname" = n."fullname"`,
    [userId, id, status],
  );
  return found[0] ?? null;
}
