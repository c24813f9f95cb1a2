import { z } from "zod";
import type { Queryable } from "@/server/database";
import { rows } from "./rows";

const row = z.object({
  deliveryId: z.string(),
  total: z.number(),
  /** Of the newest. */
  notificationId: z.string(),
  keyword: z.string(),
  subreddit: z.string(),
  title: z.string(),
  over18: z.boolean(),
});
export type PushNews = z.infer<typeof row>;

/** What each delivery has to tell: how many are still unread, and the newest. One with nothing left has no row. */
export function listPushNews(db: Queryable, deliveryIds: readonly string[]): Promise<PushNews[]> {
  return rows(
    db,
    row,
    `SELECT DISTINCT ON (e."deliveryId") e."deliveryId" AS "deliveryId",
       (count(*) OVER (PARTITION BY e."deliveryId"))::int AS "total",
       n."id" AS "notificationId", n."keyword", i."subreddit", i."title", i."over18"
     FROM "DeliveryEntry" e JOIN "Notification" n ON n."id" = e."notificationId"
       JOIN "Item" i ON i."fullname" = n."fullname" AND i."blankedAt" IS NULL
     WHERE e."deliveryId" = ANY($1::uuid[]) AND n."status" = 'unread' AND n."deletedAt" IS NULL
     ORDER BY e."deliveryId", n."createdAt" DESC, n."id" DESC`,
    [deliveryIds],
  );
}
