import { z } from "zod";
import type { Queryable } from "@/server/database";
import { listedSql } from "./notification-row";
import { rows } from "./rows";

/** Accounts that are gone and of which something may be left, the first to go first. */
export async function listClosedAccounts(db: Queryable, most: number): Promise<string[]> {
  const found = await rows(
    db,
    z.object({ userId: z.string() }),
    `SELECT "userId" FROM "ClosedAccount" ORDER BY "closedAt" LIMIT $1`,
    [most],
  );
  return found.map(({ userId }) => userId);
}

/** Forgets an account of which no notification is left; what somebody holds at this moment keeps it. */
export async function forgetClosedAccount(db: Queryable, userId: string): Promise<void> {
  await db.query(
    `DELETE FROM "ClosedAccount" WHERE "userId" = $1
       AND NOT EXISTS (SELECT FROM "Notification" n WHERE n."userId" = $1 AND ${listedSql})
       AND NOT EXISTS (SELECT FROM "Notification" n WHERE n."userId" = $1 AND NOT (${listedSql}))`,
    [userId],
  );
}
