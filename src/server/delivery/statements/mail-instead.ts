import { z } from "zod";
import { ownChannel } from "@/channels/own-channel";
import { type ChannelName, givenChannels } from "@/channels/registry";
import { sql, type Queryable, type Sql } from "@/server/platform/database";
import { hasProSql } from "@/server/platform/plan-sql";
import { rows } from "@/server/platform/rows";
import { isForSql, isOwnSql, watchMailSql } from "./channel-sql";
import { isTakenSql } from "./seals";

const userRow = z.object({ userId: z.string() });

/**
 * Has the notifications of `lost` (a statement's name, with their ids) owed by mail where their account takes mails of them and
 * none has carried them, due now whatever their rhythm is. Answers the account of each.
 */
const owedByMail = (
  lost: Sql,
  now: Date,
) => sql`INSERT INTO "Debt" ("notificationId", "channel", "userId", "slot", "rhythm")
   SELECT DISTINCT n."id", ${ownChannel}::"Channel", n."userId", ${now}::timestamptz, r.rhythm
   FROM ${lost} l JOIN "Notification" n ON n."id" = l."notificationId" AND n."deletedAt" IS NULL
     JOIN "User" u ON u."id" = n."userId" LEFT JOIN "Watch" w ON w."id" = n."watchId"
     CROSS JOIN LATERAL (SELECT ${watchMailSql()} AS rhythm) r
   WHERE r.rhythm IS NOT NULL AND NOT EXISTS (
     SELECT FROM "DeliveryEntry" e JOIN "Delivery" d ON d."id" = e."deliveryId"
     WHERE e."notificationId" = n."id" AND ${isOwnSql(sql`d."channel"`)})
   ORDER BY n."id"
   ON CONFLICT DO NOTHING RETURNING "userId"`;

/** What these users are owed on a channel by `until` that is for none of their destinations there is owed by mail. */
export function moveUnreached(
  tx: Queryable,
  channel: ChannelName,
  userIds: readonly string[],
  { until, now }: { until: Date; now: Date },
): Promise<{ userId: string }[]> {
  return rows(
    tx,
    userRow,
    sql`WITH lost AS (
       DELETE FROM "Debt" o
       WHERE o."userId" = ANY(${userIds}::uuid[]) AND o."channel" = ${channel}::"Channel" AND ${isTakenSql(until)} AND NOT EXISTS (
         SELECT FROM "Destination" t
         WHERE t."userId" = o."userId" AND t."channel" = o."channel" AND t."offAt" IS NULL AND ${isForSql} AND ${hasProSql(sql`o."userId"`)})
       RETURNING o."notificationId"
     ) ${owedByMail(sql`lost`, now)}`,
  );
}

/** What deliveries carry that ended without being sent is owed by mail. */
export function moveEntries(
  tx: Queryable,
  deliveryIds: readonly string[],
  now: Date,
): Promise<{ userId: string }[]> {
  return rows(
    tx,
    userRow,
    sql`WITH lost AS (
       SELECT "notificationId" FROM "DeliveryEntry" WHERE "deliveryId" = ANY(${deliveryIds}::uuid[])
     ) ${owedByMail(sql`lost`, now)}`,
  );
}

/** What waits for a user at receivers that people name is due now. */
export async function hastenGiven(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx.query(
    sql`UPDATE "Delivery" SET "nextAttemptAt" = ${now} WHERE "userId" = ${userId} AND "status" = 'pending' AND "kind" = 'alert'
       AND "channel" = ANY(${givenChannels()}::"Channel"[]) AND "nextAttemptAt" > ${now}`,
  );
}
