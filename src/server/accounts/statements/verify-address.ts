import type { Queryable } from "@/server/platform/database";

/** The user has read a mail at the account's address: it is verified, and a bounce on record was wrong. */
export async function verifyAddress(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx.query(
    `UPDATE "User" SET "emailVerifiedAt" = COALESCE("emailVerifiedAt", $2),
       "emailStatus" = CASE WHEN "emailVerifiedAt" IS NULL OR "emailStatus" = 'bounced' THEN 'ok' ELSE "emailStatus" END,
       "registeredWith" = NULL, "updatedAt" = $2
     WHERE "id" = $1`,
    [userId, now],
  );
}
