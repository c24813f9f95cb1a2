import type { Queryable } from "@/server/database";

export interface NewEmailToken {
  id: string;
  userId: string;
  kind: "verify" | "reset" | "email";
  tokenHash: string;
  email: string | null;
  expiresAt: Date;
}

/** False when the account already had `hourlyLimit` account mails within the hour; the caller holds the user's lock. */
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
            WHERE "userId" = $2 AND "createdAt" > $6::timestamptz - interval '1 hour') < $8`,
    [token.id, token.userId, token.kind, token.tokenHash, token.email, now, token.expiresAt, hourlyLimit],
  );
  return rowCount === 1;
}
