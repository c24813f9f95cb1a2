import { strippedName, uniqueNames } from "@/domain/reddit-names";

/** The names in a comma-separated text: trimmed, a leading 'r/' taken off, empty ones and case duplicates dropped. */
export function parsePlaces(text: string): string[] {
  const names = text.split(",").map(strippedName);
  return dropRepeated(names.filter((name) => name !== ""));
}

/** The name being typed: what follows the last comma, as it would be parsed. */
export function typedName(text: string): string {
  return strippedName(text.slice(text.lastIndexOf(",") + 1));
}

/** The text with the name being typed completed to `name`. */
export function completeName(text: string, name: string): string {
  const before = text.slice(0, text.lastIndexOf(",") + 1);
  return before === "" ? name : `${before} ${name}`;
}

/**
 * The list after `added` was named on top of `chosen`. What was named last wins: 'all' takes the place of names, and
 * names take the place of an 'all' that stood there before.
 */
export function addPlaces(chosen: readonly string[], added: readonly string[]): string[] {
  if (added.length === 0) return [...chosen];
  const kept = chosen.filter((name) => name.toLowerCase() !== "all");
  return uniqueNames([...kept, ...added]);
}

function dropRepeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => !seen.has(name.toLowerCase()) && seen.add(name.toLowerCase()));
}
