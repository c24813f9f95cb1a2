import { sql, type Queryable } from "@/server/platform/database";

/** Forgets a user's browser by its endpoint; one that is somebody else's by now stays. */
export async function deletePushSubscription(
  db: Queryable,
  q: { userId: string; endpoint: string },
): Promise<void> {
  await db.query(
    sql`DELETE FROM "PushSubscription" WHERE "userId" = ${q.userId} AND "endpoint" = ${q.endpoint}`,
  );
}
