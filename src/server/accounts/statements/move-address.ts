import { sql, type Queryable } from "@/server/platform/database";

/** Gives an account another, verified address; what bounced or complained was the old one. Throws 23505 when it is taken. */
export async function moveAddress(tx: Queryable, userId: string, email: string, now: Date): Promise<void> {
  await tx.query(
    sql`UPDATE "User" SET "email" = ${email}, "emailVerifiedAt" = ${now}, "emailStatus" = 'ok', "registeredWith" = NULL, "updatedAt" = ${now}
     WHERE "id" = ${userId}`,
  );
}
