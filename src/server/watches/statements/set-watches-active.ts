import { sql, type Queryable } from "@/server/platform/database";

/**
 * Wakes or pauses the user's watches of these ids (null: all), at most so many, the oldest first; answers how many
 * changed. A woken one sees items from now on. The caller holds the user's lock.
 */
export async function setWatchesActive(
  tx: Queryable,
  q: { userId: string; isActive: boolean; ids: readonly string[] | null; most: number | null; now: Date },
): Promise<number> {
  const { rowCount } = await tx.query(
    sql`WITH chosen AS (
       SELECT "id" FROM "Watch"
       WHERE "userId" = ${q.userId} AND "isActive" <> ${q.isActive} AND (${q.ids}::uuid[] IS NULL OR "id" = ANY(${q.ids}))
       ORDER BY "createdAt", "id" LIMIT ${q.most}
     )
     UPDATE "Watch" w SET "isActive" = ${q.isActive}, "pausedBy" = NULL, "updatedAt" = ${q.now},
       "activeSince" = CASE WHEN ${q.isActive} THEN ${q.now} ELSE w."activeSince" END,
       "revision" = w."revision" + CASE WHEN ${q.isActive} THEN 1 ELSE 0 END
     FROM chosen WHERE w."id" = chosen."id"`,
  );
  return rowCount ?? 0;
}
