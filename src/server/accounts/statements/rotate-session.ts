import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({ userId: z.string(), generation: z.number() });

/** Moves a session from this generation to the next and its end with it; null when it isn't there any more. */
export async function rotateSession(
  db: Queryable,
  session: { id: string; generation: number; expiresAt: Date },
  now: Date,
) {
  const found = await rows(
    db,
    row,
    sql`UPDATE "Session" SET "generation" = "generation" + 1, "rotatedAt" = ${now}, "expiresAt" = ${session.expiresAt}
     WHERE "id" = ${session.id} AND "generation" = ${session.generation} AND "endedAt" IS NULL AND "expiresAt" > ${now}
     RETURNING "userId", "generation"`,
  );
  return found[0] ?? null;
}
