import type { SiteFacts } from "@/domain/site";
import type { Queryable } from "@/server/platform/database";
import { listWatchedPlaces } from "./statements/place-limit";

/** Why these places exceed the limit, or null. Names that are watched already take no room. */
export async function excessPlaceText(
  db: Queryable,
  { id, placeLimit }: Pick<SiteFacts, "id" | "placeLimit">,
  names: readonly string[],
  exceptWatch: string | null = null,
): Promise<string | null> {
  if (placeLimit === undefined || names.length === 0) return null;
  const watched = new Set(await listWatchedPlaces(db, id, exceptWatch));
  const added = new Set(names.map((name) => name.toLowerCase()).filter((name) => !watched.has(name)));
  return added.size > 0 && watched.size + added.size > placeLimit.max ? placeLimit.excess : null;
}
