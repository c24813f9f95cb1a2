import type { Queryable } from "@/server/platform/database";
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
    `SELECT ${accountColumns} FROM ${accountTables} JOIN "Session" s ON s."userId" = u."id"
     WHERE s."id" = $1 AND s."userId" = $2 AND s."endedAt" IS NULL AND s."expiresAt" > $3`,
    [sessionId, userId, now],
  );
  return found[0] ?? null;
}
