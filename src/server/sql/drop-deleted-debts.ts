import type { Queryable } from "@/server/database";

/** Drops the due debts of deleted notifications. */
export async function dropDeletedDebts(db: Queryable, now: Date): Promise<void> {
  await db.query(
    `UPDATE "Notification" SET "mailSlot" = NULL, "mailRhythm" = NULL
     WHERE "id" IN (
       SELECT "id" FROM "Notification"
       WHERE "mailSlot" <= $1 AND "deliveryId" IS NULL AND "deletedAt" IS NOT NULL
       FOR UPDATE SKIP LOCKED)`,
    [now],
  );
}
