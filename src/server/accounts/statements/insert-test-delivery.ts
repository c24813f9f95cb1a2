import type { Queryable } from "@/server/platform/database";

/** A test alert, due at once; it is no debt and carries no notification. */
export async function insertTestDelivery(
  tx: Queryable,
  delivery: { id: string; userId: string },
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO "Delivery" ("id", "userId", "channel", "slot", "template", "nextAttemptAt", "createdAt")
     VALUES ($1, $2, 'email', $3, 'test', $4, $4) ON CONFLICT ("userId", "channel", "slot") DO NOTHING`,
    [delivery.id, delivery.userId, now.toISOString(), now],
  );
}
