import { z } from "zod";
import type { Queryable } from "@/server/platform/database";
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
    `SELECT "names" FROM "SubredditSearch" WHERE "beginning" = $1 AND "askedAt" BETWEEN $2 AND $3`,
    [beginning, asked.since, asked.now],
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
    `INSERT INTO "SubredditSearch" ("beginning", "names", "askedAt") VALUES ($1, $2, $3)
     ON CONFLICT ("beginning") DO UPDATE SET "names" = excluded."names", "askedAt" = excluded."askedAt"`,
    [beginning, names, now],
  );
}
