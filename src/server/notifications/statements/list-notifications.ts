import type { Cursor } from "@/contract/pagination";
import type { Queryable } from "@/server/platform/database";
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
  const { with: parts, from, text, status, values } = notificationCondition(filter);
  const direction = page.isNewestFirst ? "DESC" : "ASC";
  const place = (value: unknown) => `$${values.push(value)}`;
  const beyond =
    page.after === null
      ? ""
      : `AND (n."createdAt", n."id") ${page.isNewestFirst ? "<" : ">"} (${place(page.after.createdAt)}::timestamptz, ${place(page.after.id)}::uuid)`;
  const [limit, offset] = [`${place(page.limit)}::int`, `${place(page.offset)}::int`];
  const order = `ORDER BY n."createdAt" ${direction}, n."id" ${direction}`;
  const most = `${limit} + ${offset}`;
  const condition = `${text} ${beyond}`;
  const found = isOneStatus(filter)
    ? `SELECT n.* FROM ${from} WHERE ${condition}`
    : newestOfEach({ columns: "n.*", from, condition, direction, most });
  return rows(
    db,
    notificationRow,
    `${withParts(parts)} SELECT ${notificationColumns(page.contentLength, status())}
     FROM (${found} ${order} LIMIT ${limit} OFFSET ${offset}) n
     JOIN "Item" i ON i."fullname" = n."fullname" ${order}`,
    values,
  );
}
