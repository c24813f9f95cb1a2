import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const counted = z.object({ site: z.string(), values: z.record(z.string(), z.number()) });

/** The day is in UTC. */
export async function listCounts(db: Queryable, now: Date): Promise<Map<string, Record<string, number>>> {
  const found = await rows(
    db,
    counted,
    sql`SELECT "site", jsonb_object_agg("what", "count") AS "values" FROM "SiteCount"
     WHERE "day" = (${now}::timestamptz AT TIME ZONE 'UTC')::date GROUP BY "site"`,
  );
  return new Map(found.map(({ site, values }) => [site, values]));
}
