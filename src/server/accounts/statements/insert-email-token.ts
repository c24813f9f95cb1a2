import type { Queryable } from "@/server/platform/database";
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
    `INSERT INTO "EmailToken" ("id", "userId", "kind", "tokenHash", "email", "createdAt", "expiresAt")
     SELECT $1::uuid, $2::uuid, $3::"TokenKind", $4::text, $5::text, $6::timestamptz, $7::timestamptz
     WHERE (SELECT count(*) FROM "EmailToken"
            WHERE "userId" = $2 AND "createdAt" > $6::timestamptz - interval '1 hour'
              AND ("kind" = 'notice') = ($3::text = 'notice')) < $8`,
    [token.id, token.userId, token.kind, token.tokenHash, token.email, now, token.expiresAt, hourlyLimit],
  );
  return rowCount === 1;
}
