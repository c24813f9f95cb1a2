import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({
  watchId: z.string(),
  isActive: z.boolean(),
  revision: z.number(),
  activeSince: z.date(),
  keyword: z.string(),
  places: z.array(z.string()),
  includePosts: z.boolean(),
  includeComments: z.boolean(),
  matchTitlesOnly: z.boolean(),
  caseSensitive: z.boolean(),
  wholeWordOnly: z.boolean(),
});

/** The oldest transaction still running: what it or a later one writes is read again next time. */
export async function readHorizon(db: Queryable): Promise<string> {
  const found = await rows(
    db,
    z.object({ xmin: z.string() }),
    sql`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin`,
  );
  return found[0]!.xmin;
}

/** The active watches (since null), or every watch changed by a transaction at or after `since`; at most `limit`. */
export async function listRules(db: Queryable, since: string | null, limit?: number) {
  return rows(
    db,
    row,
    sql`SELECT "id" AS "watchId", "isActive", "revision", "activeSince", "keyword", "places", "includePosts",
       "includeComments", "matchTitlesOnly", "caseSensitive", "wholeWordOnly"
     FROM "Watch" WHERE ${since === null ? sql`"isActive"` : sql`"changedIn" >= ${since}::bigint`} LIMIT ${limit ?? null}`,
  );
}
