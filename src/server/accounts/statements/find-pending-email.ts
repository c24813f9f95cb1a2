import { z } from "zod";
import type { Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** The address that a user asked for last and has not confirmed yet, null when none waits. */
export async function findPendingEmail(db: Queryable, userId: string, now: Date): Promise<string | null> {
  const [found] = await rows(
    db,
    z.object({ email: z.string() }),
    `SELECT "email" FROM "EmailToken"
     WHERE "userId" = $1 AND "kind" = 'email' AND "usedAt" IS NULL AND "expiresAt" > $2
     ORDER BY "createdAt" DESC LIMIT 1`,
    [userId, now],
  );
  return found?.email ?? null;
}
