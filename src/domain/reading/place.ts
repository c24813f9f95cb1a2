export interface Place {
  site: string;
  name: string;
}

/** Returns places as watches name them: '<site>:<name>'. Site ids contain no colon; names can. */
export function placesOn(site: string, names: readonly string[]): string[] {
  return names.map((name) => `${site}:${name}`);
}

export function namesOn(site: string, places: readonly string[]): string[] {
  const start = `${site}:`;
  return places.filter((place) => place.startsWith(start)).map((place) => place.slice(start.length));
}

/** Returns a place without the prefix of this site. Places on other sites are unchanged. */
export function shortPlace(site: string, place: string): string {
  return place.startsWith(`${site}:`) ? place.slice(site.length + 1) : place;
}

export function partedPlace(place: string): Place {
  const at = place.indexOf(":");
  return { site: place.slice(0, at), name: place.slice(at + 1) };
}

export function isAll(name: string): boolean {
  return name.toLowerCase() === "all";
}

export function placeKey({ site, name }: Place): string {
  return `${site}:${name.toLowerCase()}`;
}

/** Removes case-insensitive duplicates and keeps the first spelling. 'all' replaces all other names. */
export function uniqueNames(names: readonly string[]): string[] {
  const byName = new Map<string, string>();
  for (const name of names) {
    const key = name.toLowerCase();
    if (!byName.has(key)) byName.set(key, name);
  }
  return byName.has("all") ? ["all"] : [...byName.values()];
}
