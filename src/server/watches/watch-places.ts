import { namedPlaces, wireSite, withoutPlaces, type NamesPlaces } from "@/contract/place";
import { noPlace, type WatchDraft, type WatchPatch } from "@/contract/watch";
import { namesOn, partedPlace, placeKey, placesOn, uniqueNames, type Place } from "@/domain/reading/place";
import type { SiteFacts } from "@/domain/reading/site";
import { placeFieldTexts } from "@/domain/reading/site-texts";
import { sites, sitesOn } from "@/sites/registry";
import { fieldError } from "@/contract/errors";

export interface Sites {
  on: readonly SiteFacts[];
  known: Readonly<Record<string, SiteFacts>>;
}
export const readSites = (): Sites => ({ on: sitesOn(), known: sites });

const maxPlaces = 50;

export function draftFields(draft: WatchDraft, sites: Sites) {
  return { ...withoutPlaces(draft), places: placesOfDraft(draft, sites) };
}

export function patchFields(patch: WatchPatch, before: readonly string[]) {
  const places = placesOfPatch(patch, before);
  return { ...withoutPlaces(patch), ...(places && { places }) };
}

/** Returns the places of a new watch as stored. Throws VALIDATION_ERROR for invalid places. */
export function placesOfDraft(draft: NamesPlaces, all: Sites = readSites()): string[] {
  const named = namedPlaces(draft);
  if (named !== undefined) return chosen(named.places, named.field, [], all);
  const offering = all.on.filter(({ hasAll }) => hasAll);
  const own = offering.filter(({ id }) => id === wireSite);
  const everything = (own.length > 0 ? own : offering).map(({ id }) => `${id}:all`);
  if (everything.length === 0) throw fieldError("places", "Choose at least one place");
  return everything;
}

/** Returns the places after a change, or undefined if it has none. Existing places are always allowed. */
export function placesOfPatch(
  patch: NamesPlaces,
  before: readonly string[],
  all: Sites = readSites(),
): string[] | undefined {
  const named = namedPlaces(patch);
  if (named === undefined || named.field === "places") {
    return named && chosen(named.places, named.field, before, all);
  }
  const others = before.map(partedPlace).filter(({ site }) => site !== wireSite);
  if (named.places.length + others.length === 0) throw fieldError(named.field, noPlace);
  return chosen([...named.places, ...others], named.field, before, all);
}

/** Groups places by site: the default site first, then in the order given. */
function chosen(named: readonly Place[], field: string, before: readonly string[], sites: Sites): string[] {
  const stored = new Set(before.map((place) => placeKey(partedPlace(place))));
  const ids = [...new Set([wireSite, ...named.map(({ site }) => site)])];
  const places = ids.flatMap((id) => {
    const names = named
      .filter(({ site }) => site === id)
      .map(({ name }) => nameOf({ site: id, name }, sites, field));
    const unique = uniqueNames(names);
    const isRetained = unique.every((name) => stored.has(placeKey({ site: id, name })));
    if (!isRetained && !sites.on.some((site) => site.id === id)) {
      throw fieldError(
        field,
        `${sites.known[id]!.title} isn't enabled on this server. Choose another place.`,
      );
    }
    return placesOn(id, unique);
  });
  if (places.length > maxPlaces) throw fieldError(field, `A watch can have up to ${maxPlaces} places`);
  return places;
}

function nameOf({ site: id, name }: Place, { known }: Sites, field: string): string {
  const site = Object.hasOwn(known, id) ? known[id] : undefined;
  if (site === undefined) throw fieldError(field, `Unknown site "${id}"`);
  const bare = site.strippedName(name);
  if (site.isPlaceName(bare)) return bare;
  const reason = site.toRefusal?.(bare, null) ?? null;
  if (reason !== null) throw fieldError(field, reason);
  throw fieldError(
    field,
    id === wireSite
      ? placeFieldTexts.invalid(site.getLabel(bare.slice(0, 50)))
      : `"${bare.slice(0, 50)}" isn't a ${site.title} place`,
  );
}

export function bySite(places: readonly string[]): { site: string; names: string[] }[] {
  const ids = [...new Set(places.map((place) => partedPlace(place).site))];
  return ids.map((site) => ({ site, names: namesOn(site, places) }));
}
