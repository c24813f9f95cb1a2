import * as z from "zod";
import { namesOn } from "@/domain/reading/place";
import type { PlaceHealth } from "@/domain/reading/site";
import type { PlaceLookup } from "@/generated/prisma/client";
import { prisma, sql, type Queryable } from "@/server/platform/database";
import { siteOfPlace } from "@/server/places/places-sql";
import { rows } from "@/server/platform/rows";

const named = z.object({ place: z.string() });

/** Null unless checked between `since` and `now`. The name is in lower case. */
export async function findPlace(
  place: { site: string; name: string },
  { since, now }: { since: Date; now: Date },
): Promise<PlaceHealth | null> {
  const period = { gte: since, lte: now };
  const select = { health: true };
  const found =
    (await prisma().place.findFirst({ where: { ...place, checkedAt: period }, select })) ??
    (await prisma().placeLookup.findFirst({ where: { ...place, fetchedAt: period }, select }));
  return found?.health ?? null;
}

/** Caches a lookup for a day, separate from watched places because users can look up any name. */
export async function cacheLookup(
  lookup: Pick<PlaceLookup, "site" | "name" | "health"> & Partial<PlaceLookup>,
  fetchedAt: Date,
): Promise<void> {
  const { site, name } = lookup;
  const found = { displayName: null, title: null, home: null, ...lookup, fetchedAt };
  const where = { site_name: { site, name } };
  await prisma().placeLookup.upsert({ where, create: found, update: found, select: { name: true } });
}

/** Returns the places ('<site>:<name>', lower case) of a user's watches or (null) all watches, active or not. */
export async function listNamedPlaces(
  db: Queryable,
  q: { sites: readonly string[]; userId: string | null; exceptWatch: string | null },
): Promise<string[]> {
  const found = await rows(
    db,
    named,
    sql`SELECT DISTINCT lower(p) AS place FROM "Watch" w, unnest(w."places") AS p
     WHERE ${siteOfPlace(sql`p`)} = ANY(${q.sites}) AND (${q.userId}::uuid IS NULL OR w."userId" = ${q.userId})
       AND w."id" IS DISTINCT FROM ${q.exceptWatch}::uuid ORDER BY place`,
  );
  return found.map(({ place }) => place);
}

/** Returns the names on a site in a user's watches, in lower case. */
export async function listOwnPlaces(db: Queryable, userId: string, site: string): Promise<string[]> {
  return namesOn(site, await listNamedPlaces(db, { sites: [site], userId, exceptWatch: null }));
}

/** Returns the search results for a prefix if it was queried between `since` and `now`; otherwise null. */
export async function findSearch(
  search: { site: string; beginning: string },
  { since, now }: { since: Date; now: Date },
): Promise<string[] | null> {
  const where = { ...search, fetchedAt: { gte: since, lte: now } };
  return (await prisma().placeSearch.findFirst({ where, select: { names: true } }))?.names ?? null;
}

export async function saveSearch(
  { site, beginning }: { site: string; beginning: string },
  names: readonly string[],
  now: Date,
): Promise<void> {
  const found = { site, beginning, names: [...names], fetchedAt: now };
  const where = { site_beginning: { site, beginning } };
  await prisma().placeSearch.upsert({ where, create: found, update: found, select: { site: true } });
}

export async function searchParts(
  db: Queryable,
  site: string,
  beginning: string,
  max: number,
): Promise<string[]> {
  const found = await rows(
    db,
    named,
    sql`SELECT DISTINCT "place" FROM "RecentItem"
     WHERE "site" = ${site} AND "place" >= ${beginning} AND starts_with("place", ${beginning}) AND "place" <> 'all' ORDER BY "place" LIMIT ${max}`,
  );
  return found.map(({ place }) => place);
}
