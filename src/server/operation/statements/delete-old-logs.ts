import { sql, type Sql, type Queryable } from "@/server/platform/database";

/**
 * One statement for each log: ${before} is the time before which it goes, ${most} how many at most. Deliveries and batches that
 * have not ended stay.
 */
const statements = {
  runs: (before, most) =>
    sql`DELETE FROM "Run" WHERE "id" IN (SELECT "id" FROM "Run" WHERE "startedAt" < ${before} LIMIT ${most})`,
  webhookEvents: (before, most) => sql`DELETE FROM "WebhookEvent" WHERE ("provider", "eventId") IN (
    SELECT "provider", "eventId" FROM "WebhookEvent" WHERE "receivedAt" < ${before} LIMIT ${most})`,
  deliveries: (before, most) => sql`WITH gone AS (
      DELETE FROM "Delivery" WHERE "id" IN (
        SELECT "id" FROM "Delivery" WHERE "createdAt" < ${before} AND ("status" NOT IN ('pending', 'frozen')
          OR NOT EXISTS (SELECT FROM "User" u WHERE u."id" = "userId")) LIMIT ${most}) RETURNING "id"
    ), emptied AS (DELETE FROM "DeliveryEntry" e USING gone WHERE e."deliveryId" = gone."id")
    SELECT FROM gone`,
  batches: (before, most) => sql`DELETE FROM "Batch" WHERE "id" IN (
    SELECT "id" FROM "Batch" WHERE "createdAt" < ${before} AND "status" <> 'pending' LIMIT ${most})`,
  gaps: (before, most) =>
    sql`DELETE FROM "Gap" WHERE "id" IN (SELECT "id" FROM "Gap" WHERE "foundAt" < ${before} LIMIT ${most})`,
} satisfies Record<string, (before: Date, most: number) => Sql>;

export type Log = keyof typeof statements;
export const logs = Object.keys(statements) as Log[];

/** Deletes up to `most` rows of a log older than `before`. */
export async function deleteOldLogs(db: Queryable, log: Log, before: Date, most: number): Promise<number> {
  const { rowCount } = await db.query(statements[log](before, most));
  return rowCount ?? 0;
}
