import { namesOn } from "@/domain/reading/place";
import type { SiteFacts } from "@/domain/reading/site";
import type { Queryable } from "@/server/platform/database";
import { listNamedPlaces } from "./statements/place-lookups";

/** Why these places exceed the limit, or null. Names that are watched already take no room. */
export async function excessPlaceText(
  db: Queryable,
  { id, placeLimit }: Pick<SiteFacts, "id" | "placeLimit">,
  names: readonly string[],
  exceptWatch: string | null = null,
): Promise<string | null> {
  if (placeLimit === undefined || names.length === 0) return null;
  const named = await listNamedPlaces(db, { sites: [id], userId: null, exceptWatch });
  const watched = new Set(namesOn(id, named));
  const added = new Set(names.map((name) => name.toLowerCase()).filter((name) => !watched.has(name)));
  return added.size > 0 && watched.size + added.size > placeLimit.max ? placeLimit.excess : null;
}
