import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/**
 * The distinct time zones of the users of these watches, who are kept from being deleted to the end of the transaction: once
 * for each, in order, instead of a foreign key's look-up for each notification. Who is gone by then gets none.
 */
export async function lockWatchZones(db: Queryable, watchIds: readonly string[]): Promise<string[]> {
  const found = await rows(
    db,
    z.object({ timeZone: z.string() }),
    sql`WITH locked AS MATERIALIZED (
       SELECT u."timeZone" FROM "User" u WHERE u."id" IN (SELECT w."userId" FROM "Watch" w WHERE w."id" = ANY(${watchIds}::uuid[]))
       ORDER BY u."id" FOR KEY SHARE
     )
     SELECT DISTINCT "timeZone" FROM locked`,
  );
  return found.map((zone) => zone.timeZone);
}
