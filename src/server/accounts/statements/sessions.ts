import { sql, type Queryable } from "@/server/platform/database";
import { accountColumns, accountRow, accountTables, type Account } from "./accounts";
import { rows } from "@/server/platform/rows";

/** The account of a session that has neither ended nor run out, null when there is none. Every request asks this. */
export async function findLiveSession(
  db: Queryable,
  sessionId: string,
  userId: string,
  now: Date,
): Promise<Account | null> {
  const found = await rows(
    db,
    accountRow,
    sql`SELECT ${accountColumns()} FROM ${accountTables} JOIN "Session" s ON s."userId" = u."id"
     WHERE s."id" = ${sessionId} AND s."userId" = ${userId} AND s."endedAt" IS NULL AND s."expiresAt" > ${now}`,
  );
  return found[0] ?? null;
}

/** Whether a user's session lives; if so it can't be ended before the transaction is over. */
export async function lockSession(
  tx: Queryable,
  q: { id: string; userId: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`SELECT FROM "Session" WHERE "id" = ${q.id} AND "userId" = ${q.userId} AND "endedAt" IS NULL AND "expiresAt" > ${now} FOR SHARE`,
  );
  return rowCount === 1;
}

export interface NewSession {
  id: string;
  userId: string;
  userAgent: string | null;
  expiresAt: Date;
  /** The hash that the password was checked against. */
  passwordHash: string;
}

/**
 * Opens a session if the password is still the one that was checked. The lock waits for a change of it that is on its
 * way, and makes the change wait otherwise: it ends every session, and this must be one of them. It is the lock that
 * the update takes anyway: with a weaker one two first sign-ins at once would wait for each other.
 */
export async function insertSession(db: Queryable, session: NewSession, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`WITH owner AS (
       SELECT "id" FROM "User" WHERE "id" = ${session.userId} AND "passwordHash" = ${session.passwordHash} FOR NO KEY UPDATE
     ), entered AS (
       UPDATE "User" u SET "firstSessionAt" = ${now} FROM owner WHERE u."id" = owner."id" AND u."firstSessionAt" IS NULL
     )
     INSERT INTO "Session" ("id", "userId", "userAgent", "createdAt", "rotatedAt", "expiresAt")
     SELECT ${session.id}::uuid, owner."id", ${session.userAgent}::text, ${now}::timestamptz, ${now}::timestamptz, ${session.expiresAt}::timestamptz FROM owner`,
  );
  return rowCount === 1;
}
