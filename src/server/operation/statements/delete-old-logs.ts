import type { Queryable } from "@/server/platform/database";

/**
 * One statement for each log: $1 is the time before which it goes, $2 how many at most. Deliveries and batches that
 * have not ended stay.
 */
const statements = {
  runs: `DELETE FROM "Run" WHERE "id" IN (SELECT "id" FROM "Run" WHERE "startedAt" < $1 LIMIT $2)`,
  webhookEvents: `DELETE FROM "WebhookEvent" WHERE ("provider", "eventId") IN (
    SELECT "provider", "eventId" FROM "WebhookEvent" WHERE "receivedAt" < $1 LIMIT $2)`,
  deliveries: `WITH gone AS (
      DELETE FROM "Delivery" WHERE "id" IN (
        SELECT "id" FROM "Delivery" WHERE "createdAt" < $1 AND ("status" NOT IN ('pending', 'frozen')
          OR NOT EXISTS (SELECT FROM "User" u WHERE u."id" = "userId")) LIMIT $2) RETURNING "id"
    ), emptied AS (DELETE FROM "DeliveryEntry" e USING gone WHERE e."deliveryId" = gone."id")
    SELECT FROM gone`,
  batches: `DELETE FROM "Batch" WHERE "id" IN (
    SELECT "id" FROM "Batch" WHERE "createdAt" < $1 AND "status" <> 'pending' LIMIT $2)`,
  gaps: `DELETE FROM "Gap" WHERE "id" IN (SELECT "id" FROM "Gap" WHERE "foundAt" < $1 LIMIT $2)`,
} as const;

export type Log = keyof typeof statements;
export const logs = Object.keys(statements) as Log[];

/** Deletes up to `most` rows of a log older than `before`. */
export async function deleteOldLogs(db: Queryable, log: Log, before: Date, most: number): Promise<number> {
  const { rowCount } = await db.query(statements[log], [before, most]);
  return rowCount ?? 0;
}
