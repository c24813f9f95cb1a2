import { sql, type Queryable } from "@/server/platform/database";

/** Notes since when a browser's push service refuses what is sent to a subscription; null: it takes it. */
export async function notePushSubscription(db: Queryable, id: string, failedAt: Date | null): Promise<void> {
  await db.query(
    sql`UPDATE "PushSubscription" SET "failedAt" = ${failedAt} WHERE "id" = ${id} AND ("failedAt" IS NULL) <> (${failedAt}::timestamptz IS NULL)`,
  );
}
