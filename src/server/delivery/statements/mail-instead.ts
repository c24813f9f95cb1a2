import * as z from "zod";
import { ownChannel } from "@/channels/own-channel";
import { type ChannelName } from "@/channels/registry";
import { sql, type Queryable, type Sql } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import { isForSql, isOwnSql, reachableSql, watchMailSql } from "./channel-sql";
import { isTakenSql } from "./enqueue";

const userRow = z.object({ userId: z.string() });

interface MailInstead {
  now: Date;
  /** Only for matches whose watch names destinations. */
  onlyNamed: boolean;
}

/** Due now, for the ids in `lost`, unless the account gets no email for them or already got one. */
function addEmails(tx: Queryable, lost: Sql, { now, onlyNamed }: MailInstead): Promise<{ userId: string }[]> {
  return rows(
    tx,
    userRow,
    sql`WITH lost AS (${lost})
   INSERT INTO "OutboxEntry" ("notificationId", "channel", "userId", "dueAt", "frequency")
   SELECT DISTINCT n."id", ${ownChannel}::"Channel", n."userId", ${now}::timestamptz, r.frequency
   FROM lost l JOIN "Notification" n ON n."id" = l."notificationId" AND n."deletedAt" IS NULL
     JOIN "User" u ON u."id" = n."userId" LEFT JOIN "Watch" w ON w."id" = n."watchId"
     CROSS JOIN LATERAL (SELECT ${watchMailSql()} AS frequency) r
   WHERE r.frequency IS NOT NULL AND (NOT ${onlyNamed}::boolean OR w."destinations" <> '{}') AND NOT EXISTS (
     SELECT FROM "DeliveryEntry" e JOIN "Delivery" d ON d."id" = e."deliveryId"
     WHERE e."notificationId" = n."id" AND ${isOwnSql(sql`d."channel"`)})
   ORDER BY n."id"
   ON CONFLICT DO NOTHING RETURNING "userId"`,
  );
}

/** Deletes the users' entries taken by `until` without a destination. Later ones might have one by then. */
const unreached = (channel: ChannelName, userIds: readonly string[], until: Date) =>
  sql`DELETE FROM "OutboxEntry" o
     WHERE o."userId" = ANY(${userIds}::uuid[]) AND o."channel" = ${channel}::"Channel" AND ${isTakenSql(until)} AND NOT EXISTS (
       SELECT FROM "Destination" t
       WHERE t."userId" = o."userId" AND t."channel" = o."channel" AND t."offAt" IS NULL AND ${isForSql}
         AND (SELECT ${reachableSql(sql`o."channel"`)} FROM "User" u WHERE u."id" = o."userId") OFFSET 0)
     RETURNING o."notificationId"`;

export async function dropUnreached(
  tx: Queryable,
  channel: ChannelName,
  userIds: readonly string[],
  until: Date,
): Promise<void> {
  await tx.query(unreached(channel, userIds, until));
}

export function moveUnreached(
  tx: Queryable,
  channel: ChannelName,
  userIds: readonly string[],
  { until, ...how }: MailInstead & { until: Date },
): Promise<{ userId: string }[]> {
  return addEmails(tx, unreached(channel, userIds, until), how);
}

export function moveEntries(
  tx: Queryable,
  deliveryIds: readonly string[],
  how: MailInstead,
): Promise<{ userId: string }[]> {
  const lost = sql`SELECT "notificationId" FROM "DeliveryEntry" WHERE "deliveryId" = ANY(${deliveryIds}::uuid[])`;
  return addEmails(tx, lost, how);
}
