import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({
  deliveryId: z.string(),
  total: z.number(),
  /** Of the newest clip. */
  notificationId: z.string(),
  keyword: z.string(),
  subreddit: z.string(),
  title: z.string(),
  over18: z.boolean(),
});
export type PushNews = z.infer<typeof row>;

/** What each delivery has to tell: how many clips are still unread, and the newest. One with nothing left has no row. */
export function listPushNews(db: Queryable, deliveryIds: readonly string[]): Promise<PushNews[]> {
  return rows(
    db,
    row,
    sql`SELECT DISTINCT ON (c."deliveryId") c.*, (count(*) OVER (PARTITION BY c."deliveryId"))::int AS "total"
     FROM (
       SELECT DISTINCT ON (e."deliveryId", coalesce(n."leadId", n."id")) e."deliveryId", n."createdAt",
         coalesce(n."leadId", n."id") AS "notificationId", n."keyword", i."subreddit", i."title", i."over18"
       FROM "DeliveryEntry" e JOIN "Notification" n ON n."id" = e."notificationId"
         JOIN "Item" i ON i."fullname" = n."fullname" AND i."blankedAt" IS NULL
       WHERE e."deliveryId" = ANY(${deliveryIds}::uuid[]) AND n."status" = 'unread' AND n."deletedAt" IS NULL
       ORDER BY e."deliveryId", coalesce(n."leadId", n."id"), n."id"
     ) c
     ORDER BY c."deliveryId", c."createdAt" DESC, c."notificationId" DESC`,
  );
}
