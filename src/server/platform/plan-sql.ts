import { freeDailyBytes, freeDailyMatches, proDailyBytes, proDailyMatches } from "@/domain/plans";
import { isBillingOn } from "@/env";
import { sql, type Sql } from "./database";

// `planOf` of domain/plans.ts in PostgreSQL's words; a test holds the two against each other. Where Pro isn't sold both statements
// make everybody one who pays, and nothing else has to know.

/** What `planOf` decides by, of an account (alias `u`) and its "Subscription" (alias `b`). */
export const planStatusSql = () => (isBillingOn() ? sql`b."status"` : sql`'active'`);

/** Whether a user, by an expression for the id, has Pro. */
export const hasProSql = (userId: Sql) =>
  isBillingOn()
    ? sql`EXISTS (
  SELECT FROM "Subscription" b WHERE b."userId" = ${userId} AND b."status" IN ('active', 'past_due'))`
    : sql`true`;

/** How many matches of a watch of this user, by an expression for the id, are recorded in a day. */
export const dailyMatchesSql = (userId: Sql) =>
  sql`(CASE WHEN ${hasProSql(userId)} THEN ${proDailyMatches}::int ELSE ${freeDailyMatches}::int END)`;

/** Bytes that the matches of this user store in a day, by an expression for the id. */
export const dailyBytesSql = (userId: Sql) =>
  sql`(CASE WHEN ${hasProSql(userId)} THEN ${proDailyBytes}::bigint ELSE ${freeDailyBytes}::bigint END)`;
