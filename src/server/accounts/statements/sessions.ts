import { z } from "zod";
import type { Session } from "@/generated/prisma/client";
import { sql, type Queryable } from "@/server/platform/database";
import { accountColumns, accountRow, accountTables, type Account } from "./accounts";
import { rows } from "@/server/platform/rows";

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

type NewSession = Pick<Session, "id" | "userId" | "userAgent" | "expiresAt"> & { passwordHash: string };

/** Only if the password is unchanged. A weaker lock could deadlock two simultaneous first sign-ins. */
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
