import { sql, type Queryable } from "@/server/platform/database";
import { accountColumns, accountRow, accountTables, type Account } from "./account-row";
import { rows } from "@/server/platform/rows";

/** The account of a session that has neither ended nor run out, null when there is none. */
export async function findLiveSession(
  db: Queryable,
  sessionId: string,
  userId: string,
  now: Date,
): Promise<Account | null> {
  const found = await rows(
    db,
    accountRow,
    sql`SELECT ${accountColumns} FROM ${accountTables} JOIN "Session" s ON s."userId" = u."id"
     WHERE s."id" = ${sessionId} AND s."userId" = ${userId} AND s."endedAt" IS NULL AND s."expiresAt" > ${now}`,
  );
  return found[0] ?? null;
}
