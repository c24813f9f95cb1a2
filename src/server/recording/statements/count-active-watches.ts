import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** How many watches are active. */
export async function countActiveWatches(db: Queryable): Promise<number> {
  const found = await rows(
    db,
    z.object({ count: z.number() }),
    sql`SELECT count(*)::int AS count FROM "Watch" WHERE "isActive"`,
  );
  return found[0]!.count;
}
