import type { Queryable } from "@/server/platform/database";

/**
 * Wakes or pauses the user's watches of these ids (null: all), at most so many, the oldest first; answers how many
 * changed. A woken one sees items from now on. The caller holds the user's lock.
 */
export async function setWatchesActive(
  tx: Queryable,
  q: { userId: string; isActive: boolean; ids: readonly string[] | null; most: number | null; now: Date },
): Promise<number> {
  const { rowCount } = await tx.query(
    `WITH chosen AS (
       SELECT "id" FROM "Watch"
       WHERE "userId" = $1 AND "isActive" <> $2 AND ($3::uuid[] IS NULL OR "id" = ANY($3))
       ORDER BY "createdAt", "id" LIMIT $4
     )
     UPDATE "Watch" w SET "isActive" = $2, "pausedBy" = NULL, "updatedAt" = $5,
       "activeSince" = CASE WHEN $2 THEN $5 ELSE w."activeSince" END,
       "revision" = w."revision" + CASE WHEN $2 THEN 1 ELSE 0 END
     FROM chosen WHERE w."id" = chosen."id"`,
    [q.userId, q.isActive, q.ids, q.most, q.now],
  );
  return rowCount ?? 0;
}
