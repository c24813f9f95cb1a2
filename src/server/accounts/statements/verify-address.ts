import { sql, type Queryable } from "@/server/platform/database";

/** The user has read a mail at the account's address: it is verified, and a bounce on record was wrong. */
export async function verifyAddress(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx.query(
    sql`UPDATE "User" SET "emailVerifiedAt" = COALESCE("emailVerifiedAt", ${now}),
       "emailStatus" = CASE WHEN "emailVerifiedAt" IS NULL OR "emailStatus" = 'bounced' THEN 'ok' ELSE "emailStatus" END,
       "registeredWith" = NULL, "updatedAt" = ${now}
     WHERE "id" = ${userId}`,
  );
}
