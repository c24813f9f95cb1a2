import { ownChannel } from "@/channels/own-channel";
import { sql, type Sql } from "@/server/platform/database";
import { hasProSql } from "@/server/platform/plan-sql";

const mailableSql = sql`(u."emailNotifications" AND u."emailVerifiedAt" IS NOT NULL AND u."emailStatus" = 'ok')`;

/** A test compares it with `tests/support/effective-frequency.ts`. `u`: the account, `w`: the watch. */
export const effectiveFrequencySql = sql`(CASE
  WHEN NOT ${mailableSql} THEN NULL
  WHEN w."emailNotification" THEN w."frequency"
  ELSE u."emailFrequency"
END)`;

const hasChannelsSql = () => hasProSql(sql`u."id"`);

const isOnSql = () =>
  sql`CASE WHEN ${isOwnSql(sql`t."channel"`)} THEN ${mailableSql} ELSE t."offAt" IS NULL AND ${hasChannelsSql()} END`;

/** Whether a watch (`w`) of an account (`u`) names a destination that is on. Null without a watch. */
const isNamingSql = () => sql`(w."destinations" <> '{}' AND EXISTS (
  SELECT FROM "Destination" t WHERE t."userId" = u."id" AND t."id" = ANY(w."destinations") AND ${isOnSql()}))`;

/** The destinations of a watch's outbox entries; empty for the default destinations. */
export const namedDestinationsSql = () =>
  sql`(CASE WHEN ${isNamingSql()} THEN w."destinations" ELSE '{}' END)`;

/** Null if matches only go to other destinations. The own address's destination id is the account id. */
export const watchMailSql = () => sql`(CASE
  WHEN ${isNamingSql()} AND NOT u."id" = ANY(w."destinations") THEN NULL
  ELSE ${effectiveFrequencySql}
END)`;

/** Browser notifications also require the watch's switch, unless it names the destination. */
export const watchChannelsSql = () => sql`ARRAY(
  SELECT DISTINCT t."channel" FROM "Destination" t
  WHERE t."userId" = u."id" AND t."channel" <> ${ownChannel}::"Channel" AND t."offAt" IS NULL
    AND CASE WHEN ${isNamingSql()} THEN t."id" = ANY(w."destinations")
      ELSE t."isDefault" AND (t."channel" <> 'push' OR w."browserNotification") END
    AND ${hasChannelsSql()})`;

/** Whether entry `o` is for destination `t`: one its watch names, or a default if all of these are off. */
export const isForSql = sql`(CASE WHEN o."destinations" <> '{}' AND EXISTS (
    SELECT FROM "Destination" named WHERE named."userId" = o."userId" AND named."id" = ANY(o."destinations") AND named."offAt" IS NULL)
  THEN t."id" = ANY(o."destinations") ELSE t."isDefault" END)`;

export const isOwnSql = (channel: Sql) => sql`(${channel} = ${ownChannel}::"Channel")`;

/** Own address: if email alerts are on and deliverable. Elsewhere: if the plan includes the channel. */
export const reachableSql = (channel: Sql) =>
  sql`(CASE WHEN ${isOwnSql(channel)} THEN ${mailableSql} ELSE ${hasChannelsSql()} END)`;

/** The channel of "Delivery" d as shown to users, who see account emails and alerts separately. */
export const saidChannelSql = sql`CASE d."kind" WHEN 'account' THEN 'account' ELSE d."channel"::text END`;
