import * as z from "zod";
import { delayGrowth, firstDelay, lastDelayBucket } from "@/domain/delivery/delay-buckets";
import type { Item } from "@/domain/reading/item";
import { sql, type Queryable, type Sql } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** SQL version of `getBucket` in domain/delivery/delay-buckets.ts (seconds); a test compares the two. */
export const bucketSql = (seconds: Sql) =>
  sql`(CASE WHEN ${seconds} < ${firstDelay}::float8 THEN 0
    ELSE least(${lastDelayBucket}::int, 1 + floor(ln(${seconds}::float8 / ${firstDelay}::float8) / ln(${delayGrowth}::float8))) END)::int`;

type DelayedItem = Pick<Item, "site" | "place" | "kind" | "createdAt"> & { count: number };

/**
 * Counts delays from creation to recording, and the site's part: the last complete read didn't show the item.
 * Call it before the place's position moves. `seenAt`: start of the read that did.
 */
export async function recordDelays(
  db: Queryable,
  items: readonly DelayedItem[],
  { now, seenAt }: { now: Date; seenAt: Date },
): Promise<void> {
  const counted = sql`SELECT h.site, v.what AS "to", v.seconds, h.count
     FROM unnest(${items.map((one) => one.site)}::text[], ${items.map((one) => one.place.toLowerCase())}::text[], ${items.map((one) => one.kind)}::text[], ${items.map((one) => one.createdAt)}::timestamptz[], ${items.map((one) => one.count)}::int[])
       AS h(site, place, kind, written, count)
     LEFT JOIN "PlaceRead" r ON r."site" = h.site AND r."place" = h.place AND r."kind" = h.kind::"ItemKind"
     CROSS JOIN LATERAL (VALUES
       ('notification', greatest(0, extract(epoch FROM ${now}::timestamptz - h.written))::float8),
       ('shown', greatest(0, extract(epoch FROM least(coalesce(r."readAt", h.written), ${seenAt}::timestamptz) - h.written))::float8)
     ) v(what, seconds)`;
  await countDelays(db, counted, now);
}

/** `counted` selects site, to, seconds and count. */
async function countDelays(db: Queryable, counted: Sql, now: Date): Promise<void> {
  await db.query(
    sql`INSERT INTO "Delay" ("site", "to", "bucket", "count", "at")
     SELECT c.site, c."to", ${bucketSql(sql`c.seconds`)}, sum(c.count), ${now} FROM (${counted}) c GROUP BY 1, 2, 3`,
  );
}

/** From an item's creation to its delivery. Excludes digests and deferrals, whose delay is intended. */
export async function recordSentDelays(
  tx: Queryable,
  deliveryIds: readonly string[],
  now: Date,
): Promise<void> {
  const counted = sql`SELECT i."site" AS site, d."channel"::text AS "to", greatest(0, extract(epoch FROM ${now}::timestamptz - i."createdAt"))::float8 AS seconds, 1 AS count
     FROM "Delivery" d
       JOIN "DeliveryEntry" e ON e."deliveryId" = d."id" AND coalesce(e."frequency", 'realtime') = 'realtime' AND NOT e."isDeferred"
       JOIN "Notification" n ON n."id" = e."notificationId" AND n."deletedAt" IS NULL
       JOIN "Item" i ON i."fullname" = n."fullname"
     WHERE d."id" = ANY(${deliveryIds}::uuid[])`;
  await countDelays(tx, counted, now);
}

const countedDelay = z.object({ site: z.string(), to: z.string(), bucket: z.number(), count: z.number() });

export function listDelays(db: Queryable): Promise<z.infer<typeof countedDelay>[]> {
  return rows(
    db,
    countedDelay,
    sql`SELECT "site", "to", "bucket", sum("count")::int AS "count" FROM "Delay"
     WHERE "at" > now() - interval '1 hour' AND "at" <= now() + interval '1 minute' GROUP BY 1, 2, 3`,
  );
}
