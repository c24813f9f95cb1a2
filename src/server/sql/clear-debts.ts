import type { Queryable } from "@/server/database";

/**
 * Nothing more is owed to these users: their debts not sealed yet are dropped, the notifications stay. What is just
 * being sealed is left to the check before sending; waiting for it could end in a deadlock.
 */
export async function clearDebts(db: Queryable, userIds: readonly string[]): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE "Notification" SET "mailSlot" = NULL, "mailRhythm" = NULL
     WHERE "id" IN (
       SELECT "id" FROM "Notification"
       WHERE "userId" = ANY($1::uuid[]) AND "mailSlot" IS NOT NULL AND "deliveryId" IS NULL
       FOR UPDATE SKIP LOCKED)`,
    [userIds],
  );
  return rowCount ?? 0;
}
