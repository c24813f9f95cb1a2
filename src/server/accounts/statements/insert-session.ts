import type { Queryable } from "@/server/platform/database";

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
    `WITH owner AS (
       SELECT "id" FROM "User" WHERE "id" = $2 AND "passwordHash" = $6 FOR NO KEY UPDATE
     ), entered AS (
       UPDATE "User" u SET "firstSessionAt" = $4 FROM owner WHERE u."id" = owner."id" AND u."firstSessionAt" IS NULL
     )
     INSERT INTO "Session" ("id", "userId", "userAgent", "createdAt", "rotatedAt", "expiresAt")
     SELECT $1::uuid, owner."id", $3::text, $4::timestamptz, $4::timestamptz, $5::timestamptz FROM owner`,
    [session.id, session.userId, session.userAgent, now, session.expiresAt, session.passwordHash],
  );
  return rowCount === 1;
}
