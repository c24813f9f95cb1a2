import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** A user's password hash, null when the account is gone. */
export async function findPasswordHash(db: Queryable, userId: string): Promise<string | null> {
  const [user] = await rows(
    db,
    z.object({ passwordHash: z.string() }),
    sql`SELECT "passwordHash" FROM "User" WHERE "id" = ${userId}`,
  );
  return user?.passwordHash ?? null;
}
