import { popularPlaces } from "./popular-places";

const untypedCount = 10;
const typedCount = 8;

/**
 * Returns suggestions for a name without 'r/'. Without input: the first 10 popular places. Otherwise up to 8
 * that contain it (case-insensitive), popular ones before `found` (the site's search results). The typed name
 * is first unless it is among them.
 */
export function suggestPlaces(typed: string, found: readonly string[] = []): string[] {
  if (typed === "") return popularPlaces.slice(0, untypedCount);
  const wanted = typed.toLowerCase();
  const byName = new Map<string, string>();
  for (const name of [...popularPlaces, ...found]) {
    const key = name.toLowerCase();
    if (key.includes(wanted) && !byName.has(key)) byName.set(key, name);
  }
  const fitting = [...byName.values()];
  return (byName.has(wanted) ? fitting : [typed, ...fitting]).slice(0, typedCount);
}
