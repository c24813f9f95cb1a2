import { z } from "zod";
import { placeHealths, type PlaceHealth } from "@/domain/site";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({ health: z.enum(placeHealths) });

/** What the site said of a place (name in lower case) between `since` and now, null when it wasn't asked. */
export async function findPlace(
  db: Queryable,
  place: { site: string; name: string },
  asked: { since: Date; now: Date },
): Promise<PlaceHealth | null> {
  const found = await rows(
    db,
    row,
    sql`SELECT "health"::text FROM "Place" WHERE "site" = ${place.site} AND "name" = ${place.name} AND "checkedAt" BETWEEN ${asked.since} AND ${asked.now}
     UNION ALL SELECT "health"::text FROM "PlaceLookup" WHERE "site" = ${place.site} AND "name" = ${place.name} AND "askedAt" BETWEEN ${asked.since} AND ${asked.now}
     LIMIT 1`,
  );
  return found[0]?.health ?? null;
}

/** Keeps the answer to somebody's question for a day: apart from what is watched, as anybody may ask for any name. */
export async function keepLookup(
  db: Queryable,
  q: { site: string; name: string; health: PlaceHealth; displayName: string | null; now: Date },
): Promise<void> {
  await db.query(
    sql`INSERT INTO "PlaceLookup" ("site", "name", "displayName", "health", "askedAt") VALUES (${q.site}, ${q.name}, ${q.displayName}, ${q.health}::"PlaceHealth", ${q.now})
     ON CONFLICT ("site", "name") DO UPDATE SET "displayName" = excluded."displayName", "health" = excluded."health",
       "askedAt" = excluded."askedAt"`,
  );
}
