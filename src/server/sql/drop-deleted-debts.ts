import type { Queryable } from "@/server/database";
import { type DebtChannel, debtColumns } from "./debt-columns";

/** Drops the due debts of deleted notifications on a channel. */
export async function dropDeletedDebts(db: Queryable, channel: DebtChannel, now: Date): Promise<void> {
  const { slot, delivery, cleared } = debtColumns[channel];
  await db.query(
    `UPDATE "Notification" SET ${cleared}
     WHERE "id" IN (
       SELECT "id" FROM "Notification"
       WHERE ${slot} <= $1 AND ${delivery} IS NULL AND "deletedAt" IS NOT NULL
       FOR UPDATE SKIP LOCKED)`,
    [now],
  );
}
