/** What a watch names on a site. */
export interface Place {
  site: string;
  name: string;
}

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

/** The site and the name of a place as a watch names it. */
export function partedPlace(place: string): Place {
  const at = place.indexOf(":");
  return { site: place.slice(0, at), name: place.slice(at + 1) };
}

/** Whether a name stands for everything on its site. */
export function isAll(name: string): boolean {
  return name.toLowerCase() === "all";
}

/** By which two places are told apart: names are the same in any case. */
export function placeKey({ site, name }: Place): string {
  return `${site}:${name.toLowerCase()}`;
}

/** Names on one site without case duplicates, in the order and spelling first met; 'all' swallows the rest. */
export function uniqueNames(names: readonly string[]): string[] {
  const byName = new Map<string, string>();
  for (const name of names) {
    const key = name.toLowerCase();
    if (!byName.has(key)) byName.set(key, name);
  }
  return byName.has("all") ? ["all"] : [...byName.values()];
}
