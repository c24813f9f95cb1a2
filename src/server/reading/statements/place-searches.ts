import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** The names that the site answered for a beginning between `since` and now, null when it wasn't asked. */
export async function findSearch(
  db: Queryable,
  search: { site: string; beginning: string },
  asked: { since: Date; now: Date },
): Promise<string[] | null> {
  const found = await rows(
    db,
    z.object({ names: z.array(z.string()) }),
    sql`SELECT "names" FROM "PlaceSearch" WHERE "site" = ${search.site} AND "beginning" = ${search.beginning} AND "askedAt" BETWEEN ${asked.since} AND ${asked.now}`,
  );
  return found[0]?.names ?? null;
}

export async function keepSearch(
  db: Queryable,
  search: { site: string; beginning: string },
  names: readonly string[],
  now: Date,
): Promise<void> {
  await db.query(
    sql`INSERT INTO "PlaceSearch" ("site", "beginning", "names", "askedAt") VALUES (${search.site}, ${search.beginning}, ${names}, ${now})
     ON CONFLICT ("site", "beginning") DO UPDATE SET "names" = excluded."names", "askedAt" = excluded."askedAt"`,
  );
}
