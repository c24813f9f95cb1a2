import type { Cursor } from "@/contract/pagination";
import type { Queryable } from "@/server/database";
import {
  notificationColumns,
  notificationCondition,
  notificationRow,
  type NotificationFilter,
} from "./notification-row";
import { rows } from "./rows";

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
  const { text, values } = notificationCondition(filter);
  const direction = page.isNewestFirst ? "DESC" : "ASC";
  const place = (value: unknown) => `$${values.push(value)}`;
  const beyond =
    page.after === null
      ? ""
      : `AND (n."createdAt", n."id") ${page.isNewestFirst ? "<" : ">"} (${place(page.after.createdAt)}::timestamptz, ${place(page.after.id)}::uuid)`;
  return rows(
    db,
    notificationRow,
    `SELECT ${notificationColumns(page.contentLength)}
     FROM "Notification" n JOIN "Item" i ON i."fullname" = n."fullname"
     WHERE ${text} ${beyond}
     ORDER BY n."createdAt" ${direction}, n."id" ${direction}
     LIMIT ${place(page.limit)} OFFSET ${place(page.offset)}`,
    values,
  );
}
