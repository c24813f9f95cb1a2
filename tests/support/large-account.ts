import { createSession, createUser, createWatch } from "../../prisma/factories";
import { pool } from "@/server/platform/database";
import { unlimited } from "./unlimited";
import { createManyNotifications } from "./many-notifications";

/**
 * Creates an account with this many notifications, each with a pending email and a delivery; ten per
 * delivery.
 */
export async function createLargeAccount(count: number) {
  const user = await createUser();
  const { bearer } = await createSession(user);
  const watch = await createWatch(user);
  await createManyNotifications([watch], count);
  await unlimited(
    `INSERT INTO "OutboxEntry" ("notificationId", "channel", "userId", "dueAt", "frequency")
     SELECT "id", 'email', "userId", now(), 'realtime' FROM "Notification" WHERE "userId" = $1`,
    [user.id],
  );
  await unlimited(
    `WITH carried AS (
       SELECT "id", (row_number() OVER (ORDER BY "id") - 1) / 10 AS n FROM "Notification" WHERE "userId" = $1
     ), made AS (
       SELECT n, gen_random_uuid() AS id FROM generate_series(0, ($2::int - 1) / 10) AS n
     ), delivered AS (
       INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "dedupeKey", "status", "count", "nextAttemptAt", "createdAt")
       SELECT id, $1, $1, 'email', n::text, (CASE WHEN n % 2 = 0 THEN 'sent' ELSE 'pending' END)::"DeliveryStatus", 10, now(), now()
       FROM made
     )
     INSERT INTO "DeliveryEntry" ("deliveryId", "notificationId", "frequency")
     SELECT made.id, carried."id", 'realtime' FROM carried JOIN made ON made.n = carried.n`,
    [user.id, count],
  );
  for (const table of ["OutboxEntry", "Delivery", "DeliveryEntry"])
    await unlimited(`VACUUM ANALYZE "${table}"`);
  return { user, bearer, watch };
}

/** Row counts of the tables that can contain hundreds of thousands of rows per account. */
export async function countLargeRows(): Promise<Record<string, number>> {
  const { rows } = await pool().query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM "Notification") AS notifications, (SELECT count(*)::int FROM "OutboxEntry") AS "outboxEntries",
       (SELECT count(*)::int FROM "Delivery") AS deliveries, (SELECT count(*)::int FROM "DeliveryEntry") AS entries`,
  );
  return rows[0]!;
}
