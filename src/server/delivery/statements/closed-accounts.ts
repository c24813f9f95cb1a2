import { z } from "zod";
import { sql, word, type Queryable } from "@/server/platform/database";
import { listedSql } from "@/server/clips/statements/listed-sql";
import { rows } from "@/server/platform/rows";

/** How long nobody else works on a closed account that somebody began to empty; doubled with each try that came to nothing. */
const firstWait = "1 minute";
const longestWait = "1 hour";

/**
 * Takes the closed account whose turn it is, as the next try to empty it, written down before it is made; null: there is none.
 * One that fails, or ends the process, stands behind the others until its wait is over.
 */
export async function claimClosedAccount(db: Queryable, now: Date): Promise<string | null> {
  const [claimed] = await rows(
    db,
    z.object({ userId: z.string() }),
    sql`UPDATE "ClosedAccount" c SET "attempts" = c."attempts" + 1,
       "nextAttemptAt" = ${now}::timestamptz + least(${longestWait}::interval, ${firstWait}::interval * power(2, least(c."attempts", 10)))
     FROM (
       SELECT "userId" FROM "ClosedAccount" WHERE "nextAttemptAt" IS NULL OR "nextAttemptAt" <= ${now}
       ORDER BY coalesce("nextAttemptAt", "closedAt") LIMIT 1
       FOR UPDATE SKIP LOCKED
     ) due
     WHERE c."userId" = due."userId"
     RETURNING c."userId"`,
  );
  return claimed?.userId ?? null;
}

/** Leaves what is left of a closed account to whoever comes after `from`. */
export async function releaseClosedAccount(db: Queryable, userId: string, from: Date): Promise<void> {
  await db.query(
    sql`UPDATE "ClosedAccount" SET "attempts" = 0, "nextAttemptAt" = ${from} WHERE "userId" = ${userId}`,
  );
}

/** Forgets an account of which nothing is left: whether it is so. What somebody holds at this moment keeps it. */
export async function forgetClosedAccount(db: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`DELETE FROM "ClosedAccount" WHERE "userId" = ${userId}
       AND NOT EXISTS (SELECT FROM "Delivery" WHERE "userId" = ${userId})
       AND NOT EXISTS (SELECT FROM "Notification" n WHERE n."userId" = ${userId} AND ${listedSql})
       AND NOT EXISTS (SELECT FROM "Notification" n WHERE n."userId" = ${userId} AND NOT (${listedSql}))`,
  );
  return rowCount === 1;
}

/** Whether a row (by its alias) is of an account that is there, as a part of a statement: of closed ones nothing is counted. */
export const isOpenSql = (row: string) =>
  sql`NOT EXISTS (SELECT FROM "ClosedAccount" closed WHERE closed."userId" = ${word(row)}."userId")`;
