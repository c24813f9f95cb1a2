import type { Queryable } from "@/server/database";

export interface NewSession {
  id: string;
  userId: string;
  userAgent: string | null;
  expiresAt: Date;
  /** The hash that the password was checked against. */
  passwordHash: string;
}

/**
 * Opens a session if the password is still the one that was checked. FOR SHARE waits for a change of it that is on
 * its way, and makes the change wait otherwise: it ends every session, and this must be one of them.
 */
export async function insertSession(db: Queryable, session: NewSession, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO "Session" ("id", "userId", "userAgent", "createdAt", "rotatedAt", "expiresAt")
     SELECT $1::uuid, u."id", $3::text, $4::timestamptz, $4::timestamptz, $5::timestamptz
     FROM "User" u WHERE u."id" = $2 AND u."passwordHash" = $6 FOR SHARE OF u`,
    [session.id, session.userId, session.userAgent, now, session.expiresAt, session.passwordHash],
  );
  return rowCount === 1;
}
