import { sql, type Sql, type Queryable } from "@/server/platform/database";
import { listedSql } from "@/server/clips/statements/listed-sql";
import { notificationColumns, notificationRow, type NotificationRow } from "./notification-row";
import { clipOf } from "@/server/clips/statements/notification-selection";
import { rows } from "@/server/platform/rows";

/** A status, or that its post was opened: then it is read, and stays in the archive where it is there. */
export type NotificationMark = "unread" | "read" | "archived" | "opened";

const changeTo = (mark: NotificationMark, now: Date): Sql => {
  if (mark !== "opened") return sql`"status" = ${mark}::"NotificationStatus"`;
  return sql`"openedAt" = coalesce(n."openedAt", ${now}),
    "status" = CASE n."status" WHEN 'unread' THEN 'read' ELSE n."status" END`;
};

/** Marks a user's clip, named by any of its rows, and answers it whole; null when they have none of this id. The first opening counts. */
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
    sql`WITH clip AS (${clipOf(userId, [id])}), n AS (
       UPDATE "Notification" n SET ${changeTo(mark, now)}
       FROM clip WHERE n."id" = clip."id" AND ${listedSql} RETURNING n.*
     ), followers AS (
       UPDATE "Notification" f SET "status" = n."status", "openedAt" = n."openedAt"
       FROM n WHERE f."leadId" = n."id" AND f."deletedAt" IS NULL
     )
     SELECT ${notificationColumns(null)} FROM n JOIN "Item" i ON i."fullname" = n."fullname"`,
  );
  return found[0] ?? null;
}
