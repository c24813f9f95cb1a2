import { ownChannel } from "@/channels/own-channel";
import { sql, type Sql } from "@/server/platform/database";
import { hasProSql } from "@/server/platform/plan-sql";

/**
 * When an account (alias `u`) may get alert mails, and in which rhythm a watch's (alias `w`) matches are mailed:
 * `domain/mail-rhythm.ts` in PostgreSQL's words. A test holds the two against each other.
 */
const mailableSql = sql`(u."emailNotifications" AND u."emailVerifiedAt" IS NOT NULL AND u."emailStatus" = 'ok')`;

export const mailRhythmSql = sql`(CASE
  WHEN NOT ${mailableSql} THEN NULL
  WHEN w."emailNotification" THEN w."frequency"
  ELSE u."emailFrequency"
END)`;

/** Whether an account (alias `u`) has a plan with other channels than mail. */
const hasChannelsSql = () => hasProSql(sql`u."id"`);

/** Whether a destination (alias `t`) of an account (alias `u`) takes alerts. */
const isOnSql = () =>
  sql`CASE WHEN ${isOwnSql(sql`t."channel"`)} THEN ${mailableSql} ELSE t."offAt" IS NULL AND ${hasChannelsSql()} END`;

/** Whether a watch (alias `w`) of an account (alias `u`) names destinations of which one is on. Null: there is no watch. */
const isNamingSql = () => sql`(w."destinations" <> '{}' AND EXISTS (
  SELECT FROM "Destination" t WHERE t."userId" = u."id" AND t."id" = ANY(w."destinations") AND ${isOnSql()}))`;

/** The destinations that its debts are for; none: those that are for all watches. */
export const namedDestinationsSql = () =>
  sql`(CASE WHEN ${isNamingSql()} THEN w."destinations" ELSE '{}' END)`;

/** The rhythm in which a watch's matches are mailed; null where they go elsewhere. An account's own address has its id. */
export const watchMailSql = () => sql`(CASE
  WHEN ${isNamingSql()} AND NOT u."id" = ANY(w."destinations") THEN NULL
  ELSE ${mailRhythmSql}
END)`;

/** On which other channels an account (alias `u`) is told of what a watch (alias `w`) hears: in browsers where either says so. */
export const watchChannelsSql = () => sql`ARRAY(
  SELECT DISTINCT t."channel" FROM "Destination" t
  WHERE t."userId" = u."id" AND t."channel" <> ${ownChannel}::"Channel" AND t."offAt" IS NULL
    AND CASE WHEN ${isNamingSql()} THEN t."id" = ANY(w."destinations")
      ELSE t."isDefault" AND (t."channel" <> 'push' OR w."browserNotification") END
    AND ${hasChannelsSql()})`;

/**
 * Whether a debt (alias `o`) is for a destination (alias `t`) of its channel: one that its watch named; where all of these are off,
 * one that is for all watches.
 */
export const isForSql = sql`(CASE WHEN o."destinations" <> '{}' AND EXISTS (
    SELECT FROM "Destination" named WHERE named."userId" = o."userId" AND named."id" = ANY(o."destinations") AND named."offAt" IS NULL)
  THEN t."id" = ANY(o."destinations") ELSE t."isDefault" END)`;

/** Whether a channel (an expression) is that of the accounts' own addresses. */
export const isOwnSql = (channel: Sql) => sql`(${channel} = ${ownChannel}::"Channel")`;

/**
 * Whether an account (alias `u`) may be alerted on a channel (an expression): at its own address while that is switched on and
 * takes mails, elsewhere while its plan has it.
 */
export const reachableSql = (channel: Sql) =>
  sql`(CASE WHEN ${isOwnSql(channel)} THEN ${mailableSql} ELSE ${hasChannelsSql()} END)`;

/** What people are told that a "Delivery" d went by: mails of the account itself are told apart from alerts. */
export const saidChannelSql = sql`CASE d."kind" WHEN 'account' THEN 'account' ELSE d."channel"::text END`;
