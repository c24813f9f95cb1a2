import { z } from "zod";
import { type PlaceHealth, placeHealths } from "@/domain/site";
import { sql, type Queryable } from "@/server/platform/database";
import { nameOfPlace, siteOfPlace } from "@/server/platform/places-sql";
import { rows } from "@/server/platform/rows";

const lookup = z.object({ health: z.enum(placeHealths) });

/** Null unless checked between `since` and `now`. The name is in lower case. */
export async function findPlace(
  db: Queryable,
  place: { site: string; name: string },
  requested: { since: Date; now: Date },
): Promise<PlaceHealth | null> {
  const found = await rows(
    db,
    lookup,
    sql`SELECT "health"::text FROM "Place" WHERE "site" = ${place.site} AND "name" = ${place.name} AND "checkedAt" BETWEEN ${requested.since} AND ${requested.now}
     UNION ALL SELECT "health"::text FROM "PlaceLookup" WHERE "site" = ${place.site} AND "name" = ${place.name} AND "fetchedAt" BETWEEN ${requested.since} AND ${requested.now}
     LIMIT 1`,
  );
  return found[0]?.health ?? null;
}

/** Caches a lookup for a day, separate from watched places because users can look up any name. */
export async function cacheLookup(
  db: Queryable,
  q: {
    site: string;
    name: string;
    health: PlaceHealth;
    displayName: string | null;
    title?: string | null;
    home?: string | null;
    now: Date;
  },
): Promise<void> {
  await db.query(
    sql`INSERT INTO "PlaceLookup" ("site", "name", "displayName", "health", "fetchedAt", "title", "home") VALUES (${q.site}, ${q.name}, ${q.displayName}, ${q.health}::"PlaceHealth", ${q.now}, ${q.title ?? null}, ${q.home ?? null})
     ON CONFLICT ("site", "name") DO UPDATE SET "displayName" = excluded."displayName", "health" = excluded."health",
       "fetchedAt" = excluded."fetchedAt", "title" = excluded."title", "home" = excluded."home"`,
  );
}

/** Returns the names on a site in a user's watches, in lower case. */
export async function listOwnPlaces(db: Queryable, userId: string, site: string): Promise<string[]> {
  const found = await rows(
    db,
    z.object({ name: z.string() }),
    sql`SELECT DISTINCT ${nameOfPlace(sql`lower(p)`)} AS name FROM "Watch" w, unnest(w."places") AS p
     WHERE w."userId" = ${userId} AND ${siteOfPlace(sql`p`)} = ${site} ORDER BY name`,
  );
  return found.map(({ name }) => name);
}

/** Returns the search results for a prefix if it was queried between `since` and `now`; otherwise null. */
export async function findSearch(
  db: Queryable,
  search: { site: string; beginning: string },
  requested: { since: Date; now: Date },
): Promise<string[] | null> {
  const found = await rows(
    db,
    z.object({ names: z.array(z.string()) }),
    sql`SELECT "names" FROM "PlaceSearch" WHERE "site" = ${search.site} AND "beginning" = ${search.beginning} AND "fetchedAt" BETWEEN ${requested.since} AND ${requested.now}`,
  );
  return found[0]?.names ?? null;
}

export async function saveSearch(
  db: Queryable,
  search: { site: string; beginning: string },
  names: readonly string[],
  now: Date,
): Promise<void> {
  await db.query(
    sql`INSERT INTO "PlaceSearch" ("site", "beginning", "names", "fetchedAt") VALUES (${search.site}, ${search.beginning}, ${names}, ${now})
     ON CONFLICT ("site", "beginning") DO UPDATE SET "names" = excluded."names", "fetchedAt" = excluded."fetchedAt"`,
  );
}

/** Returns the places of a site's recent items that start like this, in alphabetical order. */
export async function searchParts(
  db: Queryable,
  site: string,
  beginning: string,
  max: number,
): Promise<string[]> {
  const found = await rows(
    db,
    z.object({ place: z.string() }),
    sql`SELECT DISTINCT "place" FROM "RecentItem"
     WHERE "site" = ${site} AND "place" >= ${beginning} AND starts_with("place", ${beginning}) AND "place" <> 'all' ORDER BY "place" LIMIT ${max}`,
  );
  return found.map(({ place }) => place);
}
