import * as z from "zod";
import type { Session } from "@/generated/prisma/client";
import { sql, type Queryable } from "@/server/platform/database";
import { accountRow, selectAccount, type Account } from "./accounts";

/** Returns the account of an active session, or null. Runs for every request. */
export function findLiveSession(
  db: Queryable,
  sessionId: string,
  userId: string,
  now: Date,
): Promise<Account | null> {
  return selectAccount(
    db,
    accountRow,
    sql`JOIN "Session" s ON s."userId" = u."id"
     WHERE s."id" = ${sessionId} AND s."userId" = ${userId} AND s."endedAt" IS NULL AND s."expiresAt" > ${now}`,
  );
}

const keyRow = accountRow.extend({
  keyId: z.string(),
  keyScope: z.enum(["read", "write"]),
  keyExpiresAt: z.date().nullable(),
  /** True if its use hasn't been recorded in this minute yet. */
  isUnnoted: z.boolean(),
});

export function findLiveKey(db: Queryable, keyHash: string, now: Date) {
  return selectAccount(
    db,
    keyRow,
    sql`JOIN "ApiKey" k ON k."userId" = u."id"
     WHERE k."keyHash" = ${keyHash} AND (k."expiresAt" IS NULL OR k."expiresAt" > ${now})`,
    sql`, k."id" AS "keyId", k."scope" AS "keyScope", k."expiresAt" AS "keyExpiresAt",
       (k."lastUsedAt" < date_trunc('minute', ${now}::timestamptz)) IS NOT FALSE AS "isUnnoted"`,
  );
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
