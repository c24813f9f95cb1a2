import type { Queryable } from "@/server/database";
import { type DebtChannel, debtColumns } from "./debt-columns";

/**
 * Nothing more is owed to these users on a channel: their debts not sealed yet are dropped, the notifications stay. What is just
 * being sealed is left to the check before sending; waiting for it could end in a deadlock.
 */
export async function clearDebts(
  db: Queryable,
  channel: DebtChannel,
  userIds: readonly string[],
): Promise<number> {
  const { slot, delivery, cleared } = debtColumns[channel];
  const { rowCount } = await db.query(
    `UPDATE "Notification" SET ${cleared}
     WHERE "id" IN (
       SELECT "id" FROM "Notification"
       WHERE "userId" = ANY($1::uuid[]) AND ${slot} IS NOT NULL AND ${delivery} IS NULL
       FOR UPDATE SKIP LOCKED)`,
    [userIds],
  );
  return rowCount ?? 0;
}
