import * as z from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { nameOfPlace, siteOfPlace } from "@/server/places/places-sql";
import { rows } from "@/server/platform/rows";

const receiptRow = z.object({
  deliveryId: z.string(),
  itemsRead: z.number(),
  places: z.number(),
  matchesRecorded: z.number(),
  matchesBeyondLimit: z.number(),
  gaps: z.number(),
});

/** Returns the sums of the receipts of each user's active watches. Places of several watches count once. */
export function sumReceipts(
  db: Queryable,
  requested: readonly { deliveryId: string; userId: string; from: Date; to: Date }[],
) {
  return rows(
    db,
    receiptRow,
    sql`SELECT r.id AS "deliveryId", p."itemsRead", p."places", p."gaps", m."matchesRecorded", o."matchesBeyondLimit"
     FROM unnest(${requested.map((one) => one.deliveryId)}::uuid[], ${requested.map((one) => one.userId)}::uuid[], ${requested.map((one) => one.from)}::timestamptz[], ${requested.map((one) => one.to)}::timestamptz[]) AS r(id, "userId", "from", "to")
     CROSS JOIN LATERAL (
       WITH mine AS (
         SELECT DISTINCT ${siteOfPlace(sql`lower(w.place)`)} AS site, ${nameOfPlace(sql`lower(w.place)`)} AS name
         FROM "Watch" v, unnest(v."places") AS w(place) WHERE v."userId" = r."userId" AND v."isActive")
       SELECT count(*)::int AS "places",
         coalesce(sum((SELECT sum(d."items") FROM "PlaceDay" d WHERE d."site" = m.site AND d."place" = m.name
           AND d."day" >= (r."from" AT TIME ZONE 'UTC')::date AND d."day" < (r."to" AT TIME ZONE 'UTC')::date)), 0)::float8 AS "itemsRead",
         coalesce(sum((SELECT count(DISTINCT (g."fromAt", g."toAt")) FROM "Gap" g WHERE g."site" = m.site AND g."place" = m.name
           AND g."fromAt" < r."to" AND g."toAt" >= r."from")), 0)::int AS "gaps"
       FROM mine m) p
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS "matchesRecorded" FROM "Notification" n JOIN "Watch" v ON v."id" = n."watchId" AND v."isActive"
       WHERE n."userId" = r."userId" AND n."createdAt" >= r."from" AND n."createdAt" < r."to") m
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(o."missed"), 0)::int AS "matchesBeyondLimit" FROM "Watch" v JOIN "DayOverflow" o ON o."watchId" = v."id"
       WHERE v."userId" = r."userId" AND v."isActive" AND o."fromAt" < r."to" AND o."toAt" >= r."from") o`,
  );
}
