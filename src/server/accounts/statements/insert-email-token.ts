import { sql, type Queryable } from "@/server/platform/database";
import type { TokenKind } from "./find-email-token";

export interface NewEmailToken {
  id: string;
  userId: string;
  kind: TokenKind;
  tokenHash: string;
  /** Whom it is sent to. */
  email: string;
  expiresAt: Date;
}

/**
 * False when the account already had `hourlyLimit` of its mails within the hour, notices counted by themselves; the
 * caller holds the user's lock.
 */
export async function insertEmailToken(
  tx: Queryable,
  token: NewEmailToken,
  hourlyLimit: number,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`INSERT INTO "EmailToken" ("id", "userId", "kind", "tokenHash", "email", "createdAt", "expiresAt")
     SELECT ${token.id}::uuid, ${token.userId}::uuid, ${token.kind}::"TokenKind", ${token.tokenHash}::text, ${token.email}::text, ${now}::timestamptz, ${token.expiresAt}::timestamptz
     WHERE (SELECT count(*) FROM "EmailToken"
            WHERE "userId" = ${token.userId} AND "createdAt" > ${now}::timestamptz - interval '1 hour'
              AND ("kind" = 'notice') = (${token.kind}::text = 'notice')) < ${hourlyLimit}`,
  );
  return rowCount === 1;
}
