import { z } from "zod";
import { delayGrowth, firstDelay, lastDelayBucket } from "@/domain/delay-buckets";
import type { Item } from "@/domain/item";
import { sql, type Queryable, type Sql } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** `bucketOf` of domain/delay-buckets.ts in PostgreSQL's words, of an expression for seconds; a test holds the two against each other. */
export const bucketSql = (seconds: Sql) =>
  sql`(CASE WHEN ${seconds} < ${firstDelay}::float8 THEN 0
    ELSE least(${lastDelayBucket}::int, 1 + floor(ln(${seconds}::float8 / ${firstDelay}::float8) / ln(${delayGrowth}::float8))) END)::int`;

/** A matched item, and how many matches of it are recorded. */
type Heard = Pick<Item, "site" | "place" | "kind" | "createdAt"> & { count: number };

/**
 * Counts how long matches took from their items' creation to their recording, and how long of that their sites surely kept them
 * back: the last complete read of their place did not show them, although they had been written by then. To be called before the
 * place's position moves; `seenAt` is when the read began that showed them.
 */
export async function noteDelays(
  db: Queryable,
  heard: readonly Heard[],
  { now, seenAt }: { now: Date; seenAt: Date },
): Promise<void> {
  await db.query(
    sql`INSERT INTO "Delay" ("site", "to", "bucket", "count", "at")
     SELECT h.site, v.what, ${bucketSql(sql`v.seconds`)}, sum(h.count), ${now}
     FROM unnest(${heard.map((one) => one.site)}::text[], ${heard.map((one) => one.place.toLowerCase())}::text[], ${heard.map((one) => one.kind)}::text[], ${heard.map((one) => one.createdAt)}::timestamptz[], ${heard.map((one) => one.count)}::int[])
       AS h(site, place, kind, written, count)
     LEFT JOIN "PlaceRead" r ON r."site" = h.site AND r."place" = h.place AND r."kind" = h.kind::"ItemKind"
     CROSS JOIN LATERAL (VALUES
       ('notification', greatest(0, extract(epoch FROM ${now}::timestamptz - h.written))::float8),
       ('shown', greatest(0, extract(epoch FROM least(coalesce(r."readAt", h.written), ${seenAt}::timestamptz) - h.written))::float8)
     ) v(what, seconds)
     GROUP BY 1, 2, 3`,
  );
}

/**
 * Counts how long matches took from their items' creation until a receiver took the messages of these deliveries that tell of them.
 * What a digest gathered or a window held back waited because that is wanted, and does not count.
 */
export async function noteSentDelays(
  tx: Queryable,
  deliveryIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx.query(
    sql`INSERT INTO "Delay" ("site", "to", "bucket", "count", "at")
     SELECT i."site", d."channel", ${bucketSql(sql`greatest(0, extract(epoch FROM ${now}::timestamptz - i."createdAt"))::float8`)}, count(*), ${now}
     FROM "Delivery" d
       JOIN "DeliveryEntry" e ON e."deliveryId" = d."id" AND coalesce(e."rhythm", 'realtime') = 'realtime' AND NOT e."isHeld"
       JOIN "Notification" n ON n."id" = e."notificationId" AND n."deletedAt" IS NULL
       JOIN "Item" i ON i."fullname" = n."fullname"
     WHERE d."id" = ANY(${deliveryIds}::uuid[]) GROUP BY 1, 2, 3`,
  );
}

const countedDelay = z.object({ site: z.string(), to: z.string(), bucket: z.number(), count: z.number() });

/** How long matches took in the last hour, counted by site, step and bucket. */
export function listDelays(db: Queryable): Promise<z.infer<typeof countedDelay>[]> {
  return rows(
    db,
    countedDelay,
    sql`SELECT "site", "to", "bucket", sum("count")::int AS "count" FROM "Delay"
     WHERE "at" > now() - interval '1 hour' AND "at" <= now() + interval '1 minute' GROUP BY 1, 2, 3`,
  );
}
