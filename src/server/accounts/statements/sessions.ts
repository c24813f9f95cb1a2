import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { accountColumns, accountRow, accountTables, type Account } from "./accounts";
import { rows } from "@/server/platform/rows";

const ownerRow = z.object({ userId: z.string() });

/** Returns the account of an active session, or null. Runs for every request. */
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

const keyRow = accountRow.extend({
  keyId: z.string(),
  keyScope: z.enum(["read", "write"]),
  keyExpiresAt: z.date().nullable(),
  /** True if its use hasn't been recorded in this minute yet. */
  isUnnoted: z.boolean(),
});

export async function findLiveKey(db: Queryable, keyHash: string, now: Date) {
  const found = await rows(
    db,
    keyRow,
    sql`SELECT ${accountColumns()}, k."id" AS "keyId", k."scope" AS "keyScope", k."expiresAt" AS "keyExpiresAt",
       (k."lastUsedAt" < date_trunc('minute', ${now}::timestamptz)) IS NOT FALSE AS "isUnnoted"
     FROM ${accountTables} JOIN "ApiKey" k ON k."userId" = u."id"
     WHERE k."keyHash" = ${keyHash} AND (k."expiresAt" IS NULL OR k."expiresAt" > ${now})`,
  );
  return found[0] ?? null;
}

export interface NewKey {
  id: string;
  userId: string;
  label: string;
  keyHash: string;
  lastFour: string;
  scope: string;
  createdAt: Date;
  expiresAt: Date | null;
}

/** Returns false if the account already has `max` keys. The caller must have locked the user. */
export async function insertKey(tx: Queryable, key: NewKey, max: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`INSERT INTO "ApiKey" ("id", "userId", "label", "keyHash", "lastFour", "scope", "createdAt", "expiresAt")
     SELECT ${key.id}::uuid, ${key.userId}::uuid, ${key.label}::text, ${key.keyHash}::text, ${key.lastFour}::text,
       ${key.scope}::text, ${key.createdAt}::timestamptz, ${key.expiresAt}::timestamptz
     WHERE (SELECT count(*) FROM "ApiKey" WHERE "userId" = ${key.userId}) < ${max}`,
  );
  return rowCount === 1;
}

/** Locks it, so it can't end before the transaction does. */
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
  passwordHash: string;
}

/**
 * Inserts a session if the password is unchanged. The lock serializes this with password changes. A weaker
 * one than the update's could deadlock two simultaneous first sign-ins.
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

/** Returns the session's user. Null if it doesn't exist or, with `userId`, is another user's. */
export async function endLiveSession(
  tx: Queryable,
  { id, userId }: { id: string; userId?: string },
  now: Date,
): Promise<string | null> {
  const [ended] = await rows(
    tx,
    ownerRow,
    sql`UPDATE "Session" SET "endedAt" = ${now} WHERE "id" = ${id} AND "userId" = coalesce(${userId ?? null}::uuid, "userId")
       AND "endedAt" IS NULL AND "expiresAt" > ${now} RETURNING "userId"`,
  );
  return ended?.userId ?? null;
}

export async function deleteSessionDestinations(
  tx: Queryable,
  q: { userId: string; sessionId: string },
): Promise<void> {
  await tx.query(
    sql`DELETE FROM "Destination" WHERE "userId" = ${q.userId} AND "sessionId" = ${q.sessionId}`,
  );
}
