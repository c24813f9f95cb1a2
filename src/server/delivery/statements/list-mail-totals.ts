import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({
  deliveryId: z.string(),
  /** Items, each counted once. */
  total: z.number(),
  rhythm: z.enum(["realtime", "hourly", "daily"]),
  keywords: z.array(z.object({ keyword: z.string(), count: z.number(), isFolded: z.boolean() })),
});
export type MailTotals = z.infer<typeof row>;

/** What each delivery carries in all; one with nothing left has no row. The rhythm is the slowest among it. */
export function listMailTotals(db: Queryable, deliveryIds: readonly string[]): Promise<MailTotals[]> {
  return rows(
    db,
    row,
    sql`WITH carried AS (
       SELECT e."deliveryId", n."fullname", n."keyword", e."isFolded", e."rhythm"
       FROM "DeliveryEntry" e
       JOIN "Notification" n ON n."id" = e."notificationId"
       JOIN "Item" s ON s."fullname" = n."fullname" AND s."blankedAt" IS NULL
       WHERE e."deliveryId" = ANY(${deliveryIds}::uuid[]) AND n."deletedAt" IS NULL
     ), heard AS (
       SELECT "deliveryId", "keyword", count(DISTINCT "fullname")::int AS "count", bool_or("isFolded") AS "isFolded"
       FROM carried GROUP BY "deliveryId", "keyword"
     )
     SELECT c."deliveryId", c."total", c."rhythm", h."keywords"
     FROM (
       SELECT "deliveryId", count(DISTINCT "fullname")::int AS "total", COALESCE(max("rhythm"), 'realtime') AS "rhythm"
       FROM carried GROUP BY "deliveryId"
     ) c
     JOIN (
       SELECT "deliveryId", json_agg(json_build_object('keyword', "keyword", 'count', "count", 'isFolded', "isFolded")
         ORDER BY "count" DESC, "keyword") AS "keywords"
       FROM heard GROUP BY "deliveryId"
     ) h ON h."deliveryId" = c."deliveryId"`,
  );
}
