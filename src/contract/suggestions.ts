import { popularPlaces } from "./popular-places";

const untypedCount = 10;
const typedCount = 8;

/**
 * Names to offer for the one being typed, 'r/' already stripped. Nothing typed: the first 10 popular ones. Otherwise
 * up to 8 that contain it in any case, popular before `found` (the site's own search), the typed value first unless
 * it is one of them.
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
