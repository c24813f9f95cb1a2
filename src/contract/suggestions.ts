import { popularPlaces } from "./popular-places";

const untypedCount = 10;
const typedCount = 8;

/** Without input, 10 popular places. Otherwise up to 8: the typed name unless listed, popular, `found`. */
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
