import { z } from "zod";
import type { Queryable } from "@/server/database";
import { rows } from "./rows";

const row = z.object({ email: z.string() });

/** Verifies the address that a verification token was sent to, again within the token's life; null: no such token. */
export async function verifyEmailByToken(
  db: Queryable,
  tokenHash: string,
  now: Date,
): Promise<string | null> {
  const found = await rows(
    db,
    row,
    `WITH token AS (
       UPDATE "EmailToken" SET "usedAt" = COALESCE("usedAt", $2)
       WHERE "tokenHash" = $1 AND "kind" = 'verify' AND "expiresAt" > $2 RETURNING "userId"
     )
     UPDATE "User" u SET "emailVerifiedAt" = COALESCE(u."emailVerifiedAt", $2),
       "emailStatus" = CASE WHEN u."emailVerifiedAt" IS NULL THEN 'ok' ELSE u."emailStatus" END, "updatedAt" = $2
     FROM token WHERE u."id" = token."userId" RETURNING u."email"`,
    [tokenHash, now],
  );
  return found[0]?.email ?? null;
}
