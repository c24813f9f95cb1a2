import { z } from "zod";
import { joined, sql, type Queryable } from "@/server/platform/database";
import type { Reader } from "@/server/accounts/statements/account-row";
import { listedSql, watchIdsSql } from "@/server/clips/statements/listed-sql";
import { notificationColumns, notificationRow } from "./notification-row";
import { statusParts } from "@/server/clips/statements/pending-mark-sql";
import { rows } from "@/server/platform/rows";

const row = notificationRow.extend({ total: z.number() });

/**
 * The newest unread clips after `since` (null: ever) with a watch that alerts in the browser, with how many there are, counted up to `countLimit`.
 */
export async function listPopups(
  db: Queryable,
  q: { user: Reader; since: Date | null; limit: number; countLimit: number; contentLength: number },
) {
  const parts = [sql`n."userId" = ${q.user.id}`, listedSql, ...statusParts(["unread"], q.user.pendingMarks)];
  if (q.since !== null) parts.push(sql`n."createdAt" > ${q.since}`);
  const found = await rows(
    db,
    row,
    sql`WITH recent AS MATERIALIZED (
       SELECT n.* FROM "Notification" n
       WHERE ${joined(parts, " AND ")}
         AND EXISTS (SELECT FROM "Watch" w WHERE w."id" = ANY(${watchIdsSql}) AND w."browserNotification")
       ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${q.countLimit}
     )
     SELECT ${notificationColumns(q.contentLength)}, (SELECT count(*)::int FROM recent) AS total
     FROM recent n JOIN "Item" i ON i."fullname" = n."fullname"
     ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${q.limit}`,
  );
  return { notifications: found, total: found[0]?.total ?? 0 };
}
