import { freeDailyBytes, freeDailyMatches, proDailyBytes, proDailyMatches } from "@/domain/plans/plans";
import { isBillingOn } from "@/env";
import { sql, type Sql } from "./database";

// `getPlan` as SQL; a test compares the two. Without billing, treats every user as paying.

/** The status that `getPlan` needs, for an account (alias `u`) and its "Subscription" (alias `b`). */
export const planStatusSql = () => (isBillingOn() ? sql`b."status"` : sql`'active'`);

export const hasProSql = (userId: Sql) =>
  isBillingOn()
    ? sql`EXISTS (
  SELECT FROM "Subscription" b WHERE b."userId" = ${userId} AND b."status" IN ('active', 'past_due'))`
    : sql`true`;

export const dailyMatchesSql = (userId: Sql) =>
  sql`(CASE WHEN ${hasProSql(userId)} THEN ${proDailyMatches}::int ELSE ${freeDailyMatches}::int END)`;

export const dailyBytesSql = (userId: Sql) =>
  sql`(CASE WHEN ${hasProSql(userId)} THEN ${proDailyBytes}::bigint ELSE ${freeDailyBytes}::bigint END)`;
