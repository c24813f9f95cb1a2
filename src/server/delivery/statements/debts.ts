import type { ChannelName } from "@/channels/registry";
import { sql, type Queryable } from "@/server/platform/database";
import { mailRhythmSql } from "./channel-sql";

/** What is held back for a user is due now, whatever their plan was when it was held. What is just being sealed is left to that. */
export async function releaseHeldDebts(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx.query(
    sql`UPDATE "Debt" SET "slot" = ${now} WHERE ("notificationId", "channel") IN (
       SELECT "notificationId", "channel" FROM "Debt"
       WHERE "userId" = ${userId} AND "isHeld" AND coalesce("rhythm", 'realtime') = 'realtime' AND "slot" > ${now} FOR UPDATE SKIP LOCKED)`,
  );
}

/**
 * Nothing more is owed to these users on a channel: their debts not sealed yet are dropped. What is just being sealed is left to
 * the check before sending; waiting for it could end in a deadlock.
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
 * Plans anew what is owed to one user in a rhythm and not sealed yet, by the settings as they are now. What was folded into the
 * hourly digest stays folded; without a rhythm nothing is owed any more. What was held past its time is due now, unless it is of
 * another rhythm by now. What is just being sealed goes out as it was planned.
 */
export async function replanDebts(
  db: Queryable,
  userId: string,
  slots: { realtime: Date; hourly: Date; daily: Date },
): Promise<void> {
  await db.query(
    sql`WITH planned AS MATERIALIZED (
       SELECT o."notificationId", CASE WHEN o."isFolded" AND o."rhythm" = 'realtime' THEN 'hourly' ELSE o."rhythm" END AS "rhythm"
       FROM (
         SELECT d."notificationId", d."isFolded", ${mailRhythmSql} AS "rhythm"
         FROM "Debt" d
         JOIN "Notification" n ON n."id" = d."notificationId"
         JOIN "User" u ON u."id" = d."userId"
         LEFT JOIN "Watch" w ON w."id" = n."watchId"
         WHERE d."userId" = ${userId} AND d."rhythm" IS NOT NULL
         FOR UPDATE OF d SKIP LOCKED
       ) o
     ), dropped AS (
       DELETE FROM "Debt" d USING planned p
       WHERE d."notificationId" = p."notificationId" AND d."rhythm" IS NOT NULL AND p."rhythm" IS NULL
     )
     UPDATE "Debt" d SET "rhythm" = p."rhythm",
       "slot" = CASE WHEN p."rhythm" = 'realtime' OR (d."isHeld" AND d."rhythm" = p."rhythm") THEN ${slots.realtime}::timestamptz WHEN p."rhythm" = 'hourly' THEN ${slots.hourly}::timestamptz ELSE ${slots.daily}::timestamptz END
     FROM planned p
     WHERE d."notificationId" = p."notificationId" AND d."rhythm" IS NOT NULL AND p."rhythm" IS NOT NULL`,
  );
}

/** Makes what these deliveries carried a debt again, due in each user's next daily digest. */
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
