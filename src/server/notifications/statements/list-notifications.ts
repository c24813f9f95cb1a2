import type { Cursor } from "@/contract/pagination";
import { sql, word, type Queryable } from "@/server/platform/database";
import { newestOfEach } from "@/server/clips/statements/listed-sql";
import {
  isOneStatus,
  notificationColumns,
  notificationCondition,
  notificationRow,
  type NotificationFilter,
  withParts,
} from "./notification-row";
import { rows } from "@/server/platform/rows";

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
  const found = isOneStatus(filter)
    ? sql`SELECT n.* FROM ${from} WHERE ${condition}`
    : newestOfEach({ columns: sql`n.*`, from, condition, direction, most });
  return rows(
    db,
    notificationRow,
    sql`${withParts(parts)} SELECT ${notificationColumns(page.contentLength, status)}
     FROM (${found} ${order} LIMIT ${limit} OFFSET ${offset}) n
     JOIN "Item" i ON i."fullname" = n."fullname" ${order}`,
  );
}
