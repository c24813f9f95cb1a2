import { ownChannel } from "@/channels/own-channel";
import { sql, type Sql } from "@/server/platform/database";
import { hasProSql } from "@/server/platform/plan-sql";

/**
 * Whether an account (alias `u`) can receive alert emails. With `mailRhythmSql`, the SQL version of
 * `domain/mail-frequency.ts`; a test compares the two. Alias `w` is a watch.
 */
const mailableSql = sql`(u."emailNotifications" AND u."emailVerifiedAt" IS NOT NULL AND u."emailStatus" = 'ok')`;

export const effectiveFrequencySql = sql`(CASE
  WHEN NOT ${mailableSql} THEN NULL
  WHEN w."emailNotification" THEN w."frequency"
  ELSE u."emailFrequency"
END)`;

/** Whether an account's (alias `u`) plan includes channels other than email. */
const hasChannelsSql = () => hasProSql(sql`u."id"`);

/** Whether a destination (alias `t`) of an account (alias `u`) receives alerts. */
const isOnSql = () =>
  sql`CASE WHEN ${isOwnSql(sql`t."channel"`)} THEN ${mailableSql} ELSE t."offAt" IS NULL AND ${hasChannelsSql()} END`;

/**
 * Whether a watch (alias `w`) of an account (alias `u`) names a destination that is on. Null if there is no
 * watch.
 */
const isNamingSql = () => sql`(w."destinations" <> '{}' AND EXISTS (
  SELECT FROM "Destination" t WHERE t."userId" = u."id" AND t."id" = ANY(w."destinations") AND ${isOnSql()}))`;

/** The destinations of a watch's outbox entries; empty for the default destinations. */
export const namedDestinationsSql = () =>
  sql`(CASE WHEN ${isNamingSql()} THEN w."destinations" ELSE '{}' END)`;

/**
 * The frequency at which a watch's matches are emailed; null if they only go to other destinations. The
 * destination id of an account's own address is the account id.
 */
export const watchMailSql = () => sql`(CASE
  WHEN ${isNamingSql()} AND NOT u."id" = ANY(w."destinations") THEN NULL
  ELSE ${effectiveFrequencySql}
END)`;

/**
 * The other channels on which an account (alias `u`) receives a watch's (alias `w`) matches. Browser
 * notifications also require the watch's switch, unless it names the destination.
 */
export const watchChannelsSql = () => sql`ARRAY(
  SELECT DISTINCT t."channel" FROM "Destination" t
  WHERE t."userId" = u."id" AND t."channel" <> ${ownChannel}::"Channel" AND t."offAt" IS NULL
    AND CASE WHEN ${isNamingSql()} THEN t."id" = ANY(w."destinations")
      ELSE t."isDefault" AND (t."channel" <> 'push' OR w."browserNotification") END
    AND ${hasChannelsSql()})`;

/**
 * Whether an outbox entry (alias `o`) is for a destination (alias `t`) of its channel: one named by its
 * watch, or a default one if all of these are off.
 */
export const isForSql = sql`(CASE WHEN o."destinations" <> '{}' AND EXISTS (
    SELECT FROM "Destination" named WHERE named."userId" = o."userId" AND named."id" = ANY(o."destinations") AND named."offAt" IS NULL)
  THEN t."id" = ANY(o."destinations") ELSE t."isDefault" END)`;

/** Whether a channel (an expression) is the one for the accounts' own addresses. */
export const isOwnSql = (channel: Sql) => sql`(${channel} = ${ownChannel}::"Channel")`;

/**
 * Whether an account (alias `u`) can receive alerts on a channel (an expression): at its own address if email
 * alerts are on and the address is deliverable, elsewhere if its plan includes the channel.
 */
export const reachableSql = (channel: Sql) =>
  sql`(CASE WHEN ${isOwnSql(channel)} THEN ${mailableSql} ELSE ${hasChannelsSql()} END)`;

/** The channel of "Delivery" d as shown to users, who see account emails and alerts separately. */
export const saidChannelSql = sql`CASE d."kind" WHEN 'account' THEN 'account' ELSE d."channel"::text END`;
