import type { Queryable } from "@/server/database";

/** Nothing more is owed to these users: their debts not sealed yet are dropped, the notifications stay. */
export async function clearDebts(db: Queryable, userIds: readonly string[]): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE "Notification" SET "mailSlot" = NULL, "mailRhythm" = NULL
     WHERE "userId" = ANY($1::uuid[]) AND "mailSlot" IS NOT NULL AND "deliveryId" IS NULL`,
    [userIds],
  );
  return rowCount ?? 0;
}
