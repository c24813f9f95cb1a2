import { z } from "zod";
import type { Queryable } from "@/server/platform/database";
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
    `UPDATE "Session" SET "generation" = "generation" + 1, "rotatedAt" = $3, "expiresAt" = $4
     WHERE "id" = $1 AND "generation" = $2 AND "endedAt" IS NULL AND "expiresAt" > $3
     RETURNING "userId", "generation"`,
    [session.id, session.generation, now, session.expiresAt],
  );
  return found[0] ?? null;
}
