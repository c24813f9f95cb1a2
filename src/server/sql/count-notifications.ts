import { z } from "zod";
import type { Queryable } from "@/server/database";
import { notificationCondition, type NotificationFilter } from "./notification-row";
import { rows } from "./rows";

/** How many notifications fit a filter. */
export async function countNotifications(db: Queryable, filter: NotificationFilter): Promise<number> {
  const { text, values } = notificationCondition(filter);
  const join = filter.q === null ? "" : `JOIN "Item" i ON i."fullname" = n."fullname"`;
  const found = await rows(
    db,
    z.object({ count: z.number() }),
    `SELECT count(*)::int AS count FROM "Notification" n ${join} WHERE ${text}`,
    values,
  );
  return found[0]?.count ?? 0;
}
