import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** A user's time zone, null where there is no such user. */
export async function findTimeZone(db: Queryable, userId: string): Promise<string | null> {
  const [user] = await rows(
    db,
    z.object({ timeZone: z.string() }),
    sql`SELECT "timeZone" FROM "User" WHERE "id" = ${userId}`,
  );
  return user?.timeZone ?? null;
}
