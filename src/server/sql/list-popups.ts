import { z } from "zod";
import type { Queryable } from "@/server/database";
import { listedSql, notificationColumns, notificationRow, watchIdsSql } from "./notification-row";
import { rows } from "./rows";

const row = notificationRow.extend({ total: z.number() });

/**
 * The newest unread clips after `since` (null: ever) with a watch that alerts in the browser, with how many there are, counted up to `countLimit`.
 */
export async function listPopups(
  db: Queryable,
  q: { userId: string; since: Date | null; limit: number; countLimit: number; contentLength: number },
) {
  const after = q.since === null ? "" : `AND n."createdAt" > $4`;
  const found = await rows(
    db,
    row,
    `WITH recent AS MATERIALIZED (
       SELECT n.* FROM "Notification" n
       WHERE n."userId" = $1 AND n."status" = 'unread' AND ${listedSql} ${after}
         AND EXISTS (SELECT FROM "Watch" w WHERE w."id" = ANY(${watchIdsSql}) AND w."browserNotification")
       ORDER BY n."createdAt" DESC, n."id" DESC LIMIT $2
     )
     SELECT ${notificationColumns(q.contentLength)}, (SELECT count(*)::int FROM recent) AS total
     FROM recent n JOIN "Item" i ON i."fullname" = n."fullname"
     ORDER BY n."createdAt" DESC, n."id" DESC LIMIT $3`,
    [q.userId, q.countLimit, q.limit, ...(q.since === null ? [] : [q.since])],
  );
  return { notifications: found, total: found[0]?.total ?? 0 };
}
