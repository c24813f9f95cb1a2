import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** The address that a user asked for last and has not confirmed yet, null when none waits. */
export async function findPendingEmail(db: Queryable, userId: string, now: Date): Promise<string | null> {
  const [found] = await rows(
    db,
    z.object({ email: z.string() }),
    sql`SELECT "email" FROM "EmailToken"
     WHERE "userId" = ${userId} AND "kind" = 'email' AND "usedAt" IS NULL AND "expiresAt" > ${now}
     ORDER BY "createdAt" DESC LIMIT 1`,
  );
  return found?.email ?? null;
}
