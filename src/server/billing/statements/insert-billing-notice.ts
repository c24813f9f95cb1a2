import type { Queryable } from "@/server/platform/database";

/** A notice about Pro to be sent as soon as can be; one slot is told once. */
export async function insertBillingNotice(
  tx: Queryable,
  notice: { id: string; userId: string; slot: string; template: string; now: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO "Delivery" ("id", "userId", "channel", "slot", "template", "nextAttemptAt", "createdAt")
     VALUES ($1, $2, 'account', $3, $4, $5, $5)
     ON CONFLICT ("userId", "channel", "slot") DO NOTHING`,
    [notice.id, notice.userId, notice.slot, notice.template, notice.now],
  );
}
