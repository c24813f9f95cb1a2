import { isOwnSql } from "@/server/delivery/statements/channel-sql";
import { sql } from "@/server/platform/database";
/** How many mails to this user were ready before this moment and have not gone out yet, as a part of a statement. */
export const lateMailsOf = (userId: string, readyBefore: Date) =>
  sql`SELECT count(*)::int FROM "Delivery" WHERE "userId" = ${userId} AND ${isOwnSql(sql`"channel"`)}
     AND "status" IN ('pending', 'frozen') AND "createdAt" < ${readyBefore}`;
