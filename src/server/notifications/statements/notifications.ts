import { z } from "zod";
import type { Cursor } from "@/contract/pagination";
import { sql, word, type Queryable, joined } from "@/server/platform/database";
import { newestOfEach, listedSql, shownItemSql, watchIdsSql } from "@/server/clips/statements/clips";
import { rows } from "@/server/platform/rows";
import type { Reader } from "@/server/accounts/statements/accounts";
import { statusParts } from "@/server/clips/statements/pending-mark-sql";
import {
  isOneWalk,
  notificationColumns,
  notificationCondition,
  notificationRow,
  type NotificationFilter,
  withParts,
} from "./notification-row";

export interface NotificationPage {
  isNewestFirst: boolean;
  limit: number;
  offset: number;
  /** The last row of the page before; null: by offset. */
  after: Cursor | null;
  contentLength: number;
}

/** A page of a user's notifications with their items, by creation and id. */
export function listNotifications(db: Queryable, filter: NotificationFilter, page: NotificationPage) {
  const { with: parts, from, condition: fitting, status } = notificationCondition(filter);
  const direction = page.isNewestFirst ? "DESC" : "ASC";
  const beyond =
    page.after === null
      ? sql``
      : sql`AND (n."createdAt", n."id") ${word(page.isNewestFirst ? "<" : ">")} (${page.after.createdAt}::timestamptz, ${page.after.id}::uuid)`;
  const [limit, offset] = [sql`${page.limit}::int`, sql`${page.offset}::int`];
  const order = sql`ORDER BY n."createdAt" ${word(direction)}, n."id" ${word(direction)}`;
  const most = sql`${limit} + ${offset}`;
  const condition = sql`${fitting} ${beyond}`;
  const found = isOneWalk(filter)
    ? sql`SELECT n.* FROM ${from} WHERE ${condition}`
    : newestOfEach({ columns: sql`n.*`, from, condition, direction, most });
  return rows(
    db,
    notificationRow,
    sql`${withParts(parts)} SELECT ${notificationColumns(page.contentLength, status)}
     FROM (${found} ${order} LIMIT ${limit} OFFSET ${offset}) n
     ${shownItemSql} ${order}`,
  );
}

/** How many notifications fit a filter. */
export async function countNotifications(db: Queryable, filter: NotificationFilter): Promise<number> {
  const { with: parts, from, condition } = notificationCondition(filter);
  const found = await rows(
    db,
    z.object({ count: z.number() }),
    sql`${withParts(parts)} SELECT count(*)::int AS count FROM ${from} WHERE ${condition}`,
  );
  return found[0]?.count ?? 0;
}

const dayCount = z.object({ day: z.number(), count: z.number() });

/**
 * How many of a user's clips (those one watch heard, or all: null) were made on each day. Days are given by the
 * instants they begin, the oldest first; day 1 is the first of them, day 0 whatever came before.
 */
export function countByDay(
  db: Queryable,
  user: Reader,
  watchId: string | null,
  starts: readonly Date[],
): Promise<z.infer<typeof dayCount>[]> {
  const held = joined([sql`n."userId" = ${user.id}`, ...statusParts(null, user.pendingMarks)], " AND ");
  const listed = sql`SELECT n."createdAt", n."id" AS "clipId" FROM "Notification" n WHERE ${held} AND ${listedSql}`;
  // A watch may have heard what another one leads; the rest has an index of its own.
  const following = sql`SELECT n."createdAt", n."leadId" AS "clipId" FROM "Notification" n WHERE ${held} AND n."deletedAt" IS NULL AND n."leadId" IS NOT NULL`;
  const ofWatch = sql`AND n."watchId" = ${watchId}`;
  // It may have heard one story in several places.
  const counted =
    watchId === null
      ? listed
      : sql`SELECT min(n."createdAt") AS "createdAt" FROM (
          ${listed} ${ofWatch} UNION ALL ${following} ${ofWatch}) n GROUP BY n."clipId"`;
  return rows(
    db,
    dayCount,
    sql`SELECT width_bucket(n."createdAt", ${starts}::timestamptz[]) AS day, count(*)::int AS count FROM (${counted}) n GROUP BY 1`,
  );
}

const popupRow = notificationRow.extend({ total: z.number() });

/**
 * The newest unread clips after `since` (null: ever) with a watch that alerts in the browser and is not muted, with how many there are, counted up to `countLimit`.
 */
export async function listPopups(
  db: Queryable,
  q: { user: Reader; since: Date | null; limit: number; countLimit: number; contentLength: number },
) {
  const parts = [sql`n."userId" = ${q.user.id}`, listedSql, ...statusParts(["unread"], q.user.pendingMarks)];
  if (q.since !== null) parts.push(sql`n."createdAt" > ${q.since}`);
  const found = await rows(
    db,
    popupRow,
    sql`WITH recent AS MATERIALIZED (
       SELECT n.* FROM "Notification" n
       WHERE ${joined(parts, " AND ")}
         AND EXISTS (SELECT FROM "Watch" w WHERE w."id" = ANY(${watchIdsSql}) AND w."browserNotification"
           AND (w."mutedUntil" IS NULL OR w."mutedUntil" <= now()))
       ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${q.countLimit}
     )
     SELECT ${notificationColumns(q.contentLength)}, (SELECT count(*)::int FROM recent) AS total
     FROM recent n ${shownItemSql}
     ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${q.limit}`,
  );
  return { notifications: found, total: found[0]?.total ?? 0 };
}
