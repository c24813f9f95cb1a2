import { ownChannel } from "@/channels/own-channel";
import { givenChannels } from "@/channels/registry";
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

/** Whether a push would reach an account: it has the plan and a browser that asked for it. */
export const pushableSql = () => sql`(EXISTS (
  SELECT FROM "Destination" p WHERE p."userId" = u."id" AND p."channel" = 'push') AND ${hasChannelsSql()})`;

/** On which channels whose addresses people give an account (alias `u`) is told: those of its destinations that are on. */
export const givenChannelsSql = () => sql`ARRAY(
  SELECT DISTINCT g."channel" FROM "Destination" g
  WHERE g."userId" = u."id" AND g."channel" = ANY(${givenChannels()}::"Channel"[]) AND g."offAt" IS NULL AND g."isDefault" AND ${hasChannelsSql()})`;

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
