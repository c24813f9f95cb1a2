import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({ total: z.number(), active: z.number() });

/** How many watches a user has and how many of them are active. */
export async function countWatches(db: Queryable, userId: string) {
  const [counts] = await rows(
    db,
    row,
    sql`SELECT count(*)::int AS total, count(*) FILTER (WHERE "isActive")::int AS active FROM "Watch"
     WHERE "userId" = ${userId}`,
  );
  return counts ?? { total: 0, active: 0 };
}
