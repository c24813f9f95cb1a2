import type { Place } from "@/domain/reading/place";
import type { PlaceView } from "./place-queries";

/* The wire uses the specification's terms. Other code says "place" and uses these functions. */

/** Id of the site whose places are in the wire fields. */
export const wireSite = "reddit";

export const placeField = "subreddit";

export function getItem<I>(wire: { readonly redditPost: I }): I {
  return wire.redditPost;
}

/** A place in the wire field: its name on Reddit, otherwise its label. */
export function wireName({ site, name, label }: PlaceView): string {
  return site === wireSite ? name : label;
}

export function inPlace({ site, ...place }: PlaceView) {
  return { site, place, [placeField]: wireName({ site, ...place }) } as const;
}

/** A watch's or group's places as wire fields. For watches, only Reddit places have names there. */
export function watchPlaces(places: PlaceView[]) {
  const names = places.filter(({ site }) => site === wireSite).map(({ name }) => name);
  return { places, subreddits: names };
}
export function groupPlaces(places: PlaceView[]) {
  return { places, subreddits: places.map(wireName) };
}

export function getPlacesWord(places: readonly Place[]): string {
  return places.every(({ site }) => site === wireSite) ? "subreddits" : "places";
}

export function namesFound(response: { readonly subreddits: string[] }): string[] {
  return response.subreddits;
}

export interface NamesPlaces {
  subreddits?: readonly string[] | undefined;
  places?: readonly Place[] | undefined;
}

export function namedPlaces({ subreddits: names, places }: NamesPlaces) {
  if (places !== undefined) return { field: "places", places } as const;
  if (names === undefined) return undefined;
  return { field: "subreddits", places: names.map((name) => ({ site: wireSite, name })) } as const;
}

export function withoutPlaces<T extends NamesPlaces>(wire: T): Omit<T, keyof NamesPlaces> {
  const rest: NamesPlaces & Omit<T, keyof NamesPlaces> = { ...wire };
  delete rest.subreddits;
  delete rest.places;
  return rest;
}

/** 'Reddit', or the label of its place, which contains the site's name or more. */
export function getWhere({ site, place }: { site: string; place: { label: string } }): string {
  return site === wireSite ? "Reddit" : place.label;
}

export function openText(item: Parameters<typeof getWhere>[0]): string {
  return item.site === wireSite ? "Open post" : `Open on ${getWhere(item)}`;
}

const list = new Intl.ListFormat("en-GB");
const maxNamedPlaces = 3;

/** The site whose places are the outlets of one story. */
const outletSite = "news";

export function moreOutlets(count: number): string {
  return `${count} more outlets`;
}

export function isOutlet({ site }: { site?: string }): boolean {
  return site === outletSite;
}

/** 'Also on r/programming and Hacker News', or 'and 23 more outlets' if several have the same headline. */
export function elsewhereText(elsewhere: readonly { site?: string; place: { label: string } }[]): string {
  const labelsOf = (some: typeof elsewhere) => [...new Set(some.map(({ place }) => place.label))];
  const outlets = labelsOf(elsewhere.filter(isOutlet));
  const hasMany = outlets.length > 1;
  const labels = labelsOf(hasMany ? elsewhere.filter((one) => !isOutlet(one)) : elsewhere);
  if (hasMany && labels.length === 0) return `and ${moreOutlets(outlets.length)}`;
  if (hasMany)
    return `Also on ${list.format([...labels.slice(0, maxNamedPlaces), moreOutlets(outlets.length)])}`;
  const left = labels.length - maxNamedPlaces;
  const named = left > 0 ? [...labels.slice(0, maxNamedPlaces), `${left} more`] : labels;
  return `Also on ${list.format(named)}`;
}

export function wroteAs(site: string, author: string): string {
  return site === wireSite ? `u/${author}` : author;
}

export function blankedTitle(where: string): string {
  return `[deleted on ${where}]`;
}

/** `isPlaceName`: true if the wire fields can contain a name. Checks only the syntax. */
export { isPlaceName, strippedName } from "@/domain/reading/reddit-names";
