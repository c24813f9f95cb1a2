import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** More matches of one watch than this in a clock hour go to the hourly digest. */
export const foldAbove = 200;

/** Counts new notifications on their watches, locked in order; answers the watches that are above the hour's limit. */
export async function addTotals(
  db: Queryable,
  counts: readonly { watchId: string; count: number }[],
  now: Date,
): Promise<string[]> {
  if (counts.length === 0) return [];
  const found = await rows(
    db,
    z.object({ watchId: z.string(), hourCount: z.number() }),
    sql`INSERT INTO "WatchTotal" AS t ("watchId", "matchCount", "hour", "hourCount", "lastMatchedAt")
     SELECT id, n, date_trunc('hour', ${now}::timestamptz, 'UTC'), n, ${now} FROM unnest(${counts.map((total) => total.watchId)}::uuid[], ${counts.map((total) => total.count)}::int[]) AS x(id, n) ORDER BY id
     ON CONFLICT ("watchId") DO UPDATE SET
       "matchCount" = t."matchCount" + excluded."matchCount",
       "hourCount" = excluded."hourCount" + CASE WHEN t."hour" = excluded."hour" THEN t."hourCount" ELSE 0 END,
       "hour" = excluded."hour", "lastMatchedAt" = excluded."lastMatchedAt"
     RETURNING "watchId", "hourCount"`,
  );
  return found.filter((total) => total.hourCount > foldAbove).map((total) => total.watchId);
}
