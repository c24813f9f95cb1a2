import type { Queryable } from "@/server/platform/database";

/** Of a user's active watches the `limit` oldest stay active; answers how many were paused. The caller holds the user's lock. */
export async function pauseBeyondLimit(
  tx: Queryable,
  user: { id: string; limit: number; now: Date },
): Promise<number> {
  const { rowCount } = await tx.query(
    `UPDATE "Watch" SET "isActive" = false, "pausedBy" = 'plan', "updatedAt" = $3
     WHERE "id" IN (
       SELECT "id" FROM "Watch" WHERE "userId" = $1 AND "isActive" ORDER BY "createdAt", "id" OFFSET $2
     )`,
    [user.id, user.limit, user.now],
  );
  return rowCount ?? 0;
}
