import { z } from "zod";
import type { Queryable } from "@/server/platform/database";
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
  const values: unknown[] = [q.user.id, q.countLimit, q.limit];
  const place = (value: unknown) => `$${values.push(value)}`;
  const parts = [`n."userId" = $1`, listedSql, ...statusParts(["unread"], q.user.pendingMarks, place)];
  if (q.since !== null) parts.push(`n."createdAt" > ${place(q.since)}`);
  const found = await rows(
    db,
    row,
    `WITH recent AS MATERIALIZED (
       SELECT n.* FROM "Notification" n
       WHERE ${parts.join(" AND ")}
         AND EXISTS (SELECT FROM "Watch" w WHERE w."id" = ANY(${watchIdsSql}) AND w."browserNotification")
       ORDER BY n."createdAt" DESC, n."id" DESC LIMIT $2
     )
     SELECT ${notificationColumns(q.contentLength)}, (SELECT count(*)::int FROM recent) AS total
     FROM recent n JOIN "Item" i ON i."fullname" = n."fullname"
     ORDER BY n."createdAt" DESC, n."id" DESC LIMIT $3`,
    values,
  );
  return { notifications: found, total: found[0]?.total ?? 0 };
}
