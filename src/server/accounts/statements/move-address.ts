import type { Queryable } from "@/server/platform/database";

/** Gives an account another, verified address; what bounced or complained was the old one. Throws 23505 when it is taken. */
export async function moveAddress(tx: Queryable, userId: string, email: string, now: Date): Promise<void> {
  await tx.query(
    `UPDATE "User" SET "email" = $2, "emailVerifiedAt" = $3, "emailStatus" = 'ok', "registeredWith" = NULL, "updatedAt" = $3
     WHERE "id" = $1`,
    [userId, email, now],
  );
}
