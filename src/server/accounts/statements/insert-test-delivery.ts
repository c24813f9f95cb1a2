import { sql, type Queryable } from "@/server/platform/database";

/** A test alert, due at once; it is no debt and carries no notification. */
export async function insertTestDelivery(
  tx: Queryable,
  delivery: { id: string; userId: string },
  now: Date,
): Promise<void> {
  await tx.query(
    sql`INSERT INTO "Delivery" ("id", "userId", "channel", "slot", "template", "nextAttemptAt", "createdAt")
     VALUES (${delivery.id}, ${delivery.userId}, 'email', ${now.toISOString()}, 'test', ${now}, ${now}) ON CONFLICT ("userId", "channel", "slot") DO NOTHING`,
  );
}
