import type { ChannelName } from "@/channels/registry";
import type { DeliveryFrequency } from "@/domain/delivery/digest-schedule";
import { sql, type Queryable, tableSql } from "@/server/platform/database";
import { deleteFree, updateFree } from "@/server/platform/locked-rows";
import { namedDestinationsSql, watchChannelsSql, watchMailSql } from "./channel-sql";

/** Ignores the plan they were deferred under. Skips rows that are being enqueued. */
export async function releaseDeferredEntries(tx: Queryable, userId: string, now: Date): Promise<void> {
  const isDeferred = sql`"userId" = ${userId} AND "isDeferred" AND NOT "isMuted" AND coalesce("frequency", 'realtime') = 'realtime' AND "dueAt" > ${now}`;
  await updateFree(tx, "OutboxEntry", sql`"dueAt" = ${now}`, isDeferred);
}

/** Skips rows being enqueued: waiting could deadlock, and the check before sending covers them. */
export async function deleteOutboxEntries(
  db: Queryable,
  channel: ChannelName,
  userIds: readonly string[],
): Promise<void> {
  const isOwn = sql`"userId" = ANY(${userIds}::uuid[]) AND "channel" = ${channel}::"Channel"`;
  await deleteFree(db, "OutboxEntry", isOwn);
}

/** Deletes entries that wait for the end of these watches' mutes. */
export async function deleteMutedEntries(
  tx: Queryable,
  userId: string,
  watchIds: readonly string[],
): Promise<void> {
  const isTheirs = sql`"userId" = ${userId} AND "isMuted" AND EXISTS (
    SELECT FROM "Notification" n WHERE n."id" = e."notificationId" AND n."watchId" = ANY(${watchIds}::uuid[]))`;
  await deleteFree(tx, "OutboxEntry", isTheirs);
}

/**
 * Replans a user's outbox entries by the current settings and destinations. Real-time and non-email entries
 * become due now; email entries without a frequency are dropped. Deferred and overdue entries become due now
 * unless their frequency changed. Entries of a muted watch wait until the mute ends. Skips rows being enqueued.
 *
 * Matches that aren't in a message yet and wait for destinations that their watch no longer names get entries for
 * the ones it names now.
 */
export async function rescheduleOutbox(
  db: Queryable,
  userId: string,
  dueTimes: Record<DeliveryFrequency, Date>,
): Promise<void> {
  await db.query(
    sql`WITH planned AS MATERIALIZED (
       SELECT o.*, CASE WHEN o."isMail" THEN o."frequency" IS NULL ELSE o."channel" <> ALL(o.channels) END AS "isLost"
       FROM (
         SELECT d."notificationId", d."channel", d."frequency" IS NOT NULL AS "isMail",
           CASE WHEN d."frequency" IS NOT NULL THEN ${watchMailSql()} END AS "frequency",
           CASE WHEN d."frequency" IS NULL AND w."id" IS NOT NULL THEN r.named ELSE d."destinations" END AS "destinations",
           r.named, CASE WHEN r.named <> '{}' THEN ${watchChannelsSql()} ELSE '{}' END AS channels,
           CASE WHEN w."mutedUntil" > ${dueTimes.realtime} THEN w."mutedUntil" END AS muted
         FROM "OutboxEntry" d
         JOIN "Notification" n ON n."id" = d."notificationId"
         JOIN "User" u ON u."id" = d."userId"
         LEFT JOIN "Watch" w ON w."id" = n."watchId"
         CROSS JOIN LATERAL (SELECT ${namedDestinationsSql()} AS named) r
         WHERE d."userId" = ${userId}
         FOR UPDATE OF d SKIP LOCKED
       ) o
     ), dropped AS (
       DELETE FROM "OutboxEntry" d USING planned p
       WHERE d."notificationId" = p."notificationId" AND d."channel" = p."channel" AND p."isMail" AND p."frequency" IS NULL
     ), rerouted AS (
       INSERT INTO "OutboxEntry" ("notificationId", "channel", "userId", "dueAt", "isMuted", "destinations")
       SELECT DISTINCT p."notificationId", c.channel, ${userId}::uuid, greatest(p.muted, ${dueTimes.realtime}), p.muted IS NOT NULL, p.named
       FROM planned p CROSS JOIN unnest(p.channels) AS c(channel)
       WHERE p."isLost"
         AND NOT EXISTS (SELECT FROM "DeliveryEntry" e WHERE e."notificationId" = p."notificationId")
         AND NOT EXISTS (
           SELECT FROM "OutboxEntry" x LEFT JOIN planned q ON q."notificationId" = x."notificationId" AND q."channel" = x."channel"
           WHERE x."notificationId" = p."notificationId" AND q."isLost" IS NOT TRUE)
       ON CONFLICT DO NOTHING
     )
     UPDATE "OutboxEntry" d SET "frequency" = p."frequency", "isMuted" = p.muted IS NOT NULL, "destinations" = p."destinations",
       "dueAt" = greatest(p.muted, CASE
         WHEN coalesce(p."frequency", 'realtime') = 'realtime' OR ((d."isDeferred" OR d."dueAt" < ${dueTimes.realtime}) AND d."frequency" = p."frequency") THEN ${dueTimes.realtime}::timestamptz
         WHEN p."frequency" = 'hourly' THEN ${dueTimes.hourly}::timestamptz ELSE ${dueTimes.daily}::timestamptz END)
     FROM planned p
     WHERE d."notificationId" = p."notificationId" AND d."channel" = p."channel" AND NOT (p."isMail" AND p."frequency" IS NULL)`,
  );
}

export async function releaseEntries(
  tx: Queryable,
  deliveries: readonly { id: string; dueAt: Date }[],
): Promise<void> {
  await tx.query(
    sql`WITH released AS (
       DELETE FROM "DeliveryEntry" e USING ${tableSql("r", deliveries, { id: "uuid", dueAt: "timestamptz" })}
       WHERE e."deliveryId" = r."id"
       RETURNING e."deliveryId", e."notificationId", e."isInDigest", r."dueAt"
     )
     INSERT INTO "OutboxEntry" ("notificationId", "channel", "userId", "dueAt", "frequency", "isInDigest")
     SELECT n."id", d."channel", n."userId", r."dueAt", 'daily', r."isInDigest"
     FROM released r JOIN "Delivery" d ON d."id" = r."deliveryId"
       JOIN "Notification" n ON n."id" = r."notificationId" AND n."deletedAt" IS NULL
     ORDER BY n."id"
     ON CONFLICT DO NOTHING`,
  );
}
