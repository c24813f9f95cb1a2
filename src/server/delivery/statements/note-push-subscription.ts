import type { Queryable } from "@/server/platform/database";

/** Notes since when a browser's push service refuses what is sent to a subscription; null: it takes it. */
export async function notePushSubscription(db: Queryable, id: string, failedAt: Date | null): Promise<void> {
  await db.query(
    `UPDATE "PushSubscription" SET "failedAt" = $2 WHERE "id" = $1 AND ("failedAt" IS NULL) <> ($2::timestamptz IS NULL)`,
    [id, failedAt],
  );
}
