import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({
  deliveryId: z.string(),
  total: z.number(),
  notificationId: z.string(),
  keyword: z.string(),
  place: z.string(),
  title: z.string(),
  over18: z.boolean(),
});

/**
 * What each delivery has to tell: how many clips are still unread, and the newest of them. One with nothing left has no row. The
 * notification is the newest of all that it carries, read or not: it stays the same however often it is asked for.
 */
export function listNews(db: Queryable, deliveryIds: readonly string[]): Promise<z.infer<typeof row>[]> {
  return rows(
    db,
    row,
    sql`WITH clip AS (
       SELECT DISTINCT ON (e."deliveryId", coalesce(n."leadId", n."id")) e."deliveryId", n."createdAt",
         coalesce(n."leadId", n."id") AS "id", n."keyword", i."place", i."title", i."over18",
         n."status" = 'unread' AND n."deletedAt" IS NULL AND i."blankedAt" IS NULL AS "isNews"
       FROM "DeliveryEntry" e JOIN "Notification" n ON n."id" = e."notificationId"
         JOIN "Item" i ON i."fullname" = n."fullname"
       WHERE e."deliveryId" = ANY(${deliveryIds}::uuid[])
       ORDER BY e."deliveryId", coalesce(n."leadId", n."id"), "isNews" DESC, n."id"
     ), newest AS (
       SELECT DISTINCT ON ("deliveryId") "deliveryId", "id" FROM clip ORDER BY "deliveryId", "createdAt" DESC, "id" DESC
     )
     SELECT DISTINCT ON (c."deliveryId") c."deliveryId", newest."id" AS "notificationId", c."keyword", c."place",
       c."title", c."over18", (count(*) OVER (PARTITION BY c."deliveryId"))::int AS "total"
     FROM clip c JOIN newest ON newest."deliveryId" = c."deliveryId"
     WHERE c."isNews"
     ORDER BY c."deliveryId", c."createdAt" DESC, c."id" DESC`,
  );
}
