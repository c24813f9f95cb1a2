import { z } from "zod";
import type { Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** A user's time zone, null where there is no such user. */
export async function findTimeZone(db: Queryable, userId: string): Promise<string | null> {
  const [user] = await rows(
    db,
    z.object({ timeZone: z.string() }),
    `SELECT "timeZone" FROM "User" WHERE "id" = $1`,
    [userId],
  );
  return user?.timeZone ?? null;
}
