import { sql, type Queryable } from "@/server/platform/database";

/** A notice about Pro to be sent as soon as can be; one slot is told once. */
export async function insertBillingNotice(
  tx: Queryable,
  notice: { id: string; userId: string; slot: string; template: string; now: Date },
): Promise<void> {
  await tx.query(
    sql`INSERT INTO "Delivery" ("id", "userId", "channel", "slot", "template", "nextAttemptAt", "createdAt")
     VALUES (${notice.id}, ${notice.userId}, 'account', ${notice.slot}, ${notice.template}, ${notice.now}, ${notice.now})
     ON CONFLICT ("userId", "channel", "slot") DO NOTHING`,
  );
}
