import { z } from "zod";
import { placeHealths } from "@/domain/site";
import { sql, type Queryable } from "@/server/platform/database";
import { lateMailsOf } from "./late-mails";
import { nameOfPlace, siteOfPlace } from "@/server/platform/places-sql";
import { rows } from "@/server/platform/rows";

const read = z.object({
  readAt: z.coerce.date().nullable(),
  itemsToday: z.number(),
  delayMs: z.number().nullable(),
  share: z.number().nullable(),
});
const gap = z.object({
  kind: z.enum(["post", "comment"]),
  fromAt: z.coerce.date(),
  toAt: z.coerce.date(),
  foundAt: z.coerce.date(),
  filledAt: z.coerce.date().nullable(),
});
const row = z.object({
  name: z.string(),
  displayName: z.string(),
  health: z.enum(placeHealths),
  isWatched: z.boolean(),
  post: read.nullable(),
  comment: read.nullable(),
  gaps: z.array(gap),
  lateMails: z.number(),
});
export type CoverageRow = z.infer<typeof row>;

/**
 * What is known of each place of a site in the user's active watches, by name; 'all' always, watched or not. With each how
 * many mails to the user were ready before a moment and have not gone out yet.
 */
export function listCoverage(
  db: Queryable,
  q: { userId: string; site: string; now: Date; gapsSince: Date; gapLimit: number; mailsReadyBefore: Date },
): Promise<CoverageRow[]> {
  const readOf = (kind: "post" | "comment") => sql`(
    SELECT jsonb_build_object('readAt', r."readAt", 'delayMs', r."delayMs", 'share', r."share",
      'itemsToday', CASE WHEN r."day" = (${q.now}::timestamptz AT TIME ZONE 'UTC')::date THEN r."itemsToday" ELSE 0 END)
    FROM "PlaceRead" r WHERE r."site" = ${q.site} AND r."place" = m.name AND r."kind" = ${kind}::"ItemKind")`;
  return rows(
    db,
    row,
    sql`WITH mine AS (
       SELECT ${nameOfPlace(sql`lower(p)`)} AS name, ${nameOfPlace(sql`min(p)`)} AS typed, true AS watched
       FROM "Watch" w, unnest(w."places") AS p
       WHERE w."userId" = ${q.userId} AND w."isActive" AND ${siteOfPlace(sql`p`)} = ${q.site} GROUP BY lower(p)
     ), asked AS (
       SELECT * FROM mine UNION ALL SELECT 'all', 'all', false WHERE NOT EXISTS (SELECT FROM mine WHERE name = 'all')
     )
     SELECT m.name, coalesce(s."displayName", m.typed) AS "displayName", coalesce(s."health"::text, 'ok') AS health,
       m.watched AS "isWatched", ${readOf("post")} AS post, ${readOf("comment")} AS comment,
       coalesce((SELECT jsonb_agg(g ORDER BY g."foundAt" DESC, g."fromAt" DESC) FROM (
         SELECT "kind", "fromAt", "toAt", "foundAt", "filledAt" FROM "Gap"
         WHERE "site" = ${q.site} AND "place" = m.name AND "foundAt" >= ${q.gapsSince} ORDER BY "foundAt" DESC, "fromAt" DESC LIMIT ${q.gapLimit}) g), '[]') AS gaps,
       (${lateMailsOf(q.userId, q.mailsReadyBefore)}) AS "lateMails"
     FROM asked m LEFT JOIN "Place" s ON s."site" = ${q.site} AND s."name" = m.name
     ORDER BY m.name`,
  );
}
