import { sql } from "@/server/platform/database";

/** What people are told that a "Delivery" d went by: mails of the account itself are told apart from alerts. */
export const saidChannelSql = sql`CASE d."kind" WHEN 'account' THEN 'account' ELSE d."channel"::text END`;
