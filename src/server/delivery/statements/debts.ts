import type { ChannelName } from "@/channels/registry";
import type { Rhythm } from "@/domain/digest-schedule";
import { sql, type Queryable } from "@/server/platform/database";
import { namedDestinationsSql, watchMailSql } from "./channel-sql";

/**
 * Makes a user's deferred entries due now, whatever plan they were deferred under. Skips rows that are
 * currently being enqueued.
 */
export async function releaseHeldDebts(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx.query(
    sql`UPDATE "Debt" SET "slot" = ${now} WHERE ("notificationId", "channel") IN (
       SELECT "notificationId", "channel" FROM "Debt"
       WHERE "userId" = ${userId} AND "isHeld" AND NOT "isMuted" AND coalesce("rhythm", 'realtime') = 'realtime' AND "slot" > ${now} FOR UPDATE SKIP LOCKED)`,
  );
}

/**
 * Drops these users' outbox entries on a channel. Skips rows being enqueued, because waiting could cause a
 * deadlock; the check before sending covers them.
 */
export async function clearDebts(
  db: Queryable,
  channel: ChannelName,
  userIds: readonly string[],
): Promise<number> {
  const { rowCount } = await db.query(
    sql`DELETE FROM "Debt" WHERE ("notificationId", "channel") IN (
       SELECT "notificationId", "channel" FROM "Debt"
       WHERE "userId" = ANY(${userIds}::uuid[]) AND "channel" = ${channel}::"Channel" FOR UPDATE SKIP LOCKED)`,
  );
  return rowCount ?? 0;
}

/**
 * Replans a user's outbox entries by the current settings and destinations. Real-time and non-email entries
 * become due now; email entries without a frequency are dropped. Deferred entries become due now unless their
 * frequency changed. Entries of a muted watch wait until the mute ends. Skips rows being enqueued.
 */
export async function replanDebts(db: Queryable, userId: string, slots: Record<Rhythm, Date>): Promise<void> {
  await db.query(
    sql`WITH planned AS MATERIALIZED (
       SELECT o."notificationId", o."channel", o.muted, o."isMail", o."rhythm", o."destinations"
       FROM (
         SELECT d."notificationId", d."channel", d."rhythm" IS NOT NULL AS "isMail",
           CASE WHEN d."rhythm" IS NOT NULL THEN ${watchMailSql()} END AS "rhythm",
           CASE WHEN d."rhythm" IS NULL AND w."id" IS NOT NULL THEN ${namedDestinationsSql()} ELSE d."destinations" END AS "destinations",
           CASE WHEN w."mutedUntil" > ${slots.realtime} THEN w."mutedUntil" END AS muted
         FROM "Debt" d
         JOIN "Notification" n ON n."id" = d."notificationId"
         JOIN "User" u ON u."id" = d."userId"
         LEFT JOIN "Watch" w ON w."id" = n."watchId"
         WHERE d."userId" = ${userId}
         FOR UPDATE OF d SKIP LOCKED
       ) o
     ), dropped AS (
       DELETE FROM "Debt" d USING planned p
       WHERE d."notificationId" = p."notificationId" AND d."channel" = p."channel" AND p."isMail" AND p."rhythm" IS NULL
     )
     UPDATE "Debt" d SET "rhythm" = p."rhythm", "isMuted" = p.muted IS NOT NULL, "destinations" = p."destinations",
       "slot" = greatest(p.muted, CASE
         WHEN coalesce(p."rhythm", 'realtime') = 'realtime' OR (d."isHeld" AND d."rhythm" = p."rhythm") THEN ${slots.realtime}::timestamptz
         WHEN p."rhythm" = 'hourly' THEN ${slots.hourly}::timestamptz ELSE ${slots.daily}::timestamptz END)
     FROM planned p
     WHERE d."notificationId" = p."notificationId" AND d."channel" = p."channel" AND NOT (p."isMail" AND p."rhythm" IS NULL)`,
  );
}

/** Returns the contents of these deliveries to the outbox, due in each user's next daily digest. */
export async function releaseDebts(
  tx: Queryable,
  deliveries: readonly { id: string; slot: Date }[],
): Promise<void> {
  await tx.query(
    sql`WITH released AS (
       DELETE FROM "DeliveryEntry" e USING unnest(${deliveries.map((delivery) => delivery.id)}::uuid[], ${deliveries.map((delivery) => delivery.slot)}::timestamptz[]) AS r("id", "slot")
       WHERE e."deliveryId" = r."id"
       RETURNING e."deliveryId", e."notificationId", e."isFolded", r."slot"
     )
     INSERT INTO "Debt" ("notificationId", "channel", "userId", "slot", "rhythm", "isFolded")
     SELECT n."id", d."channel", n."userId", r."slot", 'daily', r."isFolded"
     FROM released r JOIN "Delivery" d ON d."id" = r."deliveryId"
       JOIN "Notification" n ON n."id" = r."notificationId" AND n."deletedAt" IS NULL
     ORDER BY n."id"
     ON CONFLICT DO NOTHING`,
  );
}
