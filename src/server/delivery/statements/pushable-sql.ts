import { sql } from "@/server/platform/database";
/**
 * Whether an account (alias `u`) has Web Push: `domain/plans.ts` in PostgreSQL's words. A test holds the two against
 * each other.
 */
export const hasPushPlanSql = sql`EXISTS (
  SELECT FROM "Subscription" b WHERE b."userId" = u."id" AND b."status" IN ('active', 'past_due'))`;

/** Whether a push would reach an account: it has the plan and a browser that asked for it. */
export const pushableSql = sql`(EXISTS (
  SELECT FROM "Destination" p WHERE p."userId" = u."id" AND p."channel" = 'push') AND ${hasPushPlanSql})`;
