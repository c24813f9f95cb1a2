import { isAll, placeKey, type Place } from "@/domain/place";
import { strippedName } from "@/domain/reddit-names";
import { wireSite } from "./place";

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

/** A place as it is chosen and shown. */
export interface ChosenPlace extends Place {
  label: string;
}

/** What a name typed without its site stands for. */
export function typedPlace(name: string): ChosenPlace {
  const bare = isAll(name) ? "all" : name;
  return { site: wireSite, name: bare, label: `r/${bare}` };
}

/** Whether what was typed is the address of something: only its site can say what. No name of ours has a dot. */
export function isAddress(typed: string): boolean {
  return /^(?:feed:(?:\/\/)?)?(?:https?:\/\/)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#:]|$)/i.test(typed);
}

/**
 * The list after `added` was named on top of `chosen`. Of a site what was named last wins: 'all' takes the place of
 * names, and names take the place of an 'all' that stood there before.
 */
export function addPlaces<P extends Place>(chosen: readonly P[], added: readonly P[]): P[] {
  const named = new Set(added.map(({ site }) => site));
  const kept = chosen.filter((place) => !(named.has(place.site) && isAll(place.name)));
  const whole = new Set(added.filter(({ name }) => isAll(name)).map(({ site }) => site));
  const byKey = new Map<string, P>();
  for (const place of [...kept, ...added]) {
    if (whole.has(place.site) && !isAll(place.name)) continue;
    if (!byKey.has(placeKey(place))) byKey.set(placeKey(place), place);
  }
  return [...byKey.values()];
}

function dropRepeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => !seen.has(name.toLowerCase()) && seen.add(name.toLowerCase()));
}
