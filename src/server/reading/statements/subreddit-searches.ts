import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** The names that the site answered for a beginning between `since` and now, null when it wasn't asked. */
export async function findSearch(
  db: Queryable,
  beginning: string,
  asked: { since: Date; now: Date },
): Promise<string[] | null> {
  const found = await rows(
    db,
    z.object({ names: z.array(z.string()) }),
    sql`SELECT "names" FROM "SubredditSearch" WHERE "beginning" = ${beginning} AND "askedAt" BETWEEN ${asked.since} AND ${asked.now}`,
  );
  return found[0]?.names ?? null;
}

export async function keepSearch(
  db: Queryable,
  beginning: string,
  names: readonly string[],
  now: Date,
): Promise<void> {
  await db.query(
    sql`INSERT INTO "SubredditSearch" ("beginning", "names", "askedAt") VALUES (${beginning}, ${names}, ${now})
     ON CONFLICT ("beginning") DO UPDATE SET "names" = excluded."names", "askedAt" = excluded."askedAt"`,
  );
}
