import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { notificationCondition, type NotificationFilter, withParts } from "./notification-row";
import { rows } from "@/server/platform/rows";

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
