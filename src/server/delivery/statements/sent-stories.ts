import * as z from "zod";
import { sql, type Queryable, type Sql, tableSql } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** A delivery and its local date (YYYY-MM-DD) in the account's time zone. */
interface DeliveryDay {
  id: string;
  day: string;
}

/** Skips stories another message to the destination has that day. Idempotent. Failures don't count. */
export async function claimStories(db: Queryable, deliveries: readonly DeliveryDay[]): Promise<void> {
  await db.query(
    sql`INSERT INTO "SentStory" AS t ("destinationId", "storyKey", "day", "deliveryId")
     SELECT DISTINCT ON (d."destinationId", n."storyKey") d."destinationId", n."storyKey", c."day", d."id"
     FROM ${tableSql("c", deliveries, { id: "uuid", day: "date" })}
       JOIN "Delivery" d ON d."id" = c."id"
       JOIN "DeliveryEntry" e ON e."deliveryId" = d."id"
       JOIN "Notification" n ON n."id" = e."notificationId"
     WHERE n."storyKey" IS NOT NULL AND n."deletedAt" IS NULL
     ORDER BY d."destinationId", n."storyKey", d."id"
     ON CONFLICT ("destinationId", "storyKey") DO UPDATE SET "day" = excluded."day", "deliveryId" = excluded."deliveryId"
     WHERE t."day" < excluded."day" OR EXISTS (
       SELECT FROM "Delivery" o WHERE o."id" = t."deliveryId" AND o."status" IN ('failed', 'skipped'))`,
  );
}

/** Whether "DeliveryEntry" e can include "Notification" n: no story, or one assigned to the delivery. */
export const isUnsentSql = sql`(n."storyKey" IS NULL OR EXISTS (
    SELECT FROM "SentStory" t WHERE t."deliveryId" = e."deliveryId" AND t."storyKey" = n."storyKey"))`;

export async function listSentBefore(db: Queryable, deliveryIds: readonly string[]): Promise<string[]> {
  const found = await rows(
    db,
    z.object({ id: z.string() }),
    sql`SELECT DISTINCT e."deliveryId" AS "id" FROM "DeliveryEntry" e JOIN "Notification" n ON n."id" = e."notificationId"
     WHERE e."deliveryId" = ANY(${deliveryIds}::uuid[]) AND n."deletedAt" IS NULL AND NOT ${isUnsentSql}`,
  );
  return found.map(({ id }) => id);
}

export const storyOr = (name: Sql) => sql`coalesce(n."storyKey"::text, ${name}::text)`;

const maxOtherPlaces = 50;

/** JSON of the places of the mentions with these lead ids, without the given item, oldest first. */
export function getOtherPlaces(leadIds: Sql, fullname: Sql): Sql {
  return sql`coalesce((
    SELECT json_agg(p ORDER BY p."foundAt") FROM (
      SELECT s."site", s."place", s."url", min(x."id"::text) AS "foundAt" FROM (
        SELECT l."id", l."fullname", l."deletedAt" FROM "Notification" l WHERE l."id" = ANY(${leadIds})
        UNION ALL SELECT f."id", f."fullname", f."deletedAt" FROM "Notification" f WHERE f."leadId" = ANY(${leadIds})
      ) x JOIN "Item" s ON s."fullname" = x."fullname"
      WHERE x."deletedAt" IS NULL AND s."blankedAt" IS NULL AND s."fullname" <> ${fullname}
      GROUP BY s."fullname" ORDER BY "foundAt" LIMIT ${maxOtherPlaces}::int
    ) p), '[]')`;
}
