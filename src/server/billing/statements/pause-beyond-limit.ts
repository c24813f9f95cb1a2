import { sql, type Queryable } from "@/server/platform/database";

/** Of a user's active watches the `limit` oldest stay active; answers how many were paused. The caller holds the user's lock. */
export async function pauseBeyondLimit(
  tx: Queryable,
  user: { id: string; limit: number; now: Date },
): Promise<number> {
  const { rowCount } = await tx.query(
    sql`UPDATE "Watch" SET "isActive" = false, "pausedBy" = 'plan', "updatedAt" = ${user.now}
     WHERE "id" IN (
       SELECT "id" FROM "Watch" WHERE "userId" = ${user.id} AND "isActive" ORDER BY "createdAt", "id" OFFSET ${user.limit}
     )`,
  );
  return rowCount ?? 0;
}
