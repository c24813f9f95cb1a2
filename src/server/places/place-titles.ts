import * as z from "zod";
import { perProcess } from "@/adapters/per-process";
import { partedPlace, placeKey, type Place } from "@/domain/reading/place";
import { sites } from "@/sites/registry";
import { pool, sql, type Queryable, tableSql } from "@/server/platform/database";
import { decrypt } from "@/server/platform/encryption";
import { rows } from "@/server/platform/rows";

const placeTitle = z.object({ title: z.string().nullable(), home: z.string().nullable() });
/** Display data of a place. `address`: the URL behind a hidden name. */
export type PlaceTitle = z.infer<typeof placeTitle> & { address: string | null };

/** Titles can change with each read. An unknown title expires sooner, because the first read sets it. */
const retentionMs = 60_000;
const unknownRetentionMs = 2_000;
const maxKept = 20_000;

type Known = PlaceTitle & { untilMs: number };
const titles = perProcess("earshotPlaceTitles", () => new Map<string, Known>());

/** Loads titles and URLs of places ('<site>:<name>' each) for views. */
export async function learnTitles(places: readonly string[]): Promise<void> {
  const nowMs = performance.now();
  const missing = [...new Set(places.map((place) => place.toLowerCase()))].filter((place) => {
    const { site } = partedPlace(place);
    return sites[site]?.getHost !== undefined && (titles.get(place)?.untilMs ?? 0) <= nowMs;
  });
  if (missing.length === 0) return;
  const found = await findTitles(pool(), missing.map(partedPlace));
  if (titles.size + missing.length > maxKept)
    for (const [place, { untilMs }] of titles) if (untilMs <= nowMs) titles.delete(place);
  for (const place of missing) {
    const result = found.get(place) ?? unknown;
    titles.set(place, {
      ...result,
      untilMs: nowMs + (result.title === null ? unknownRetentionMs : retentionMs),
    });
  }
}

export function resolveTitles(named: readonly { site: string; place: string }[]): Promise<void> {
  return learnTitles(named.map(({ site, place }) => `${site}:${place}`));
}

export function noteTitle(place: Place, result: PlaceTitle): void {
  titles.set(placeKey(place), { ...result, untilMs: performance.now() + retentionMs });
}

/** Returns the cached display data, or nulls if it wasn't loaded. */
export function getTitle(place: Place): PlaceTitle {
  return titles.get(placeKey(place)) ?? unknown;
}

const unknown: PlaceTitle = { title: null, home: null, address: null };

const titleRow = placeTitle.extend({
  site: z.string(),
  name: z.string(),
  addressId: z.string().nullable(),
  encryptedAddress: z.string().nullable(),
});

/** Titles by '<site>:<name>', from the last read, or from a lookup if there was no read. */
async function findTitles(db: Queryable, places: readonly Place[]): Promise<Map<string, PlaceTitle>> {
  const found = await rows(
    db,
    titleRow,
    sql`SELECT a.site, a.name, CASE WHEN p."title" IS NULL THEN l."title" ELSE p."title" END AS title,
       CASE WHEN p."title" IS NULL THEN l."home" ELSE p."home" END AS home, x."id" AS "addressId", x."encryptedAddress"
     FROM ${tableSql("a", places, { site: "text", name: "text" })}
     LEFT JOIN "Place" p ON p."site" = a.site AND p."name" = a.name
     LEFT JOIN "PlaceLookup" l ON l."site" = a.site AND l."name" = a.name
     LEFT JOIN "PlaceAddress" x ON x."site" = a.site AND x."name" = a.name`,
  );
  return new Map(
    found.map(({ site, name, title, home, addressId, encryptedAddress }) => {
      const isHidden = addressId !== null && encryptedAddress !== null;
      const address = isHidden ? decrypt(encryptedAddress, addressId) : null;
      return [`${site}:${name}`, { title, home, address }];
    }),
  );
}
