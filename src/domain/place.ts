/**
 * A place as a watch names it: '<site>:<name>'. A site's id holds no colon, a name may.
 */
export function placesOn(site: string, names: readonly string[]): string[] {
  return names.map((name) => `${site}:${name}`);
}

/** The names of those that are on this site, in their order. */
export function namesOn(site: string, places: readonly string[]): string[] {
  const start = `${site}:`;
  return places.filter((place) => place.startsWith(start)).map((place) => place.slice(start.length));
}

/** The name alone of a place on this site, every other one as it stands. */
export function shortPlace(site: string, place: string): string {
  return place.startsWith(`${site}:`) ? place.slice(site.length + 1) : place;
}
