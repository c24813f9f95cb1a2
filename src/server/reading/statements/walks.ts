import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const walkRead = z.object({ source: z.string(), state: z.string() });

/** Returns the states of a site's sources. Forgets the states of sources that are no longer read. */
export async function listWalks(
  db: Queryable,
  site: string,
  sources: readonly string[],
): Promise<Map<string, string>> {
  const found = await rows(
    db,
    walkRead,
    sql`WITH gone AS (DELETE FROM "WalkRead" WHERE "site" = ${site} AND "source" <> ALL(${sources}::text[]))
     SELECT "source", "state" FROM "WalkRead" WHERE "site" = ${site} AND "source" = ANY(${sources}::text[])`,
  );
  return new Map(found.map(({ source, state }) => [source, state]));
}
