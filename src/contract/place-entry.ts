import { isAll, placeKey, type Place } from "@/domain/reading/place";
import { strippedName } from "@/domain/reading/reddit-names";
import { wireSite } from "./place";

/** Trims names and removes leading 'r/', empty names and case-insensitive duplicates. */
export function parsePlaces(text: string): string[] {
  const names = text.split(",").map(strippedName);
  return dropRepeated(names.filter((name) => name !== ""));
}

export function typedName(text: string): string {
  return strippedName(text.slice(text.lastIndexOf(",") + 1));
}

export function completeName(text: string, name: string): string {
  const before = text.slice(0, text.lastIndexOf(",") + 1);
  return before === "" ? name : `${before} ${name}`;
}

export interface ChosenPlace extends Place {
  label: string;
}

export function typedPlace(name: string): ChosenPlace {
  const bare = isAll(name) ? "all" : name;
  return { site: wireSite, name: bare, label: `r/${bare}` };
}

/** URLs, hashtags, '!community@instance', 'site [tag]' and 'owner/repository'. */
const namesElsewhere = [
  /^https?:\/\/./i,
  /^#./,
  /^![^\s@]+@./,
  /^[^[\]]+\[[^[\]]+\]$/,
  /^(?!r\/)[\w.-]+\/[\w.-]+$/i,
];

/** True for a URL or a name on another site, which only that site can resolve. Subreddits contain no dots. */
export function isAddress(typed: string): boolean {
  if (namesElsewhere.some((form) => form.test(typed))) return true;
  return /^(?:feed:(?:\/\/)?)?(?:https?:\/\/)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#:]|$)/i.test(typed);
}

/** The last input of each site wins: 'all' replaces names, and names replace an earlier 'all'. */
export function addPlaces<P extends Place>(chosen: readonly P[], added: readonly P[]): P[] {
  const named = new Set(added.map(({ site }) => site));
  const remaining = chosen.filter((place) => !(named.has(place.site) && isAll(place.name)));
  const whole = new Set(added.filter(({ name }) => isAll(name)).map(({ site }) => site));
  const byKey = new Map<string, P>();
  for (const place of [...remaining, ...added]) {
    if (whole.has(place.site) && !isAll(place.name)) continue;
    if (!byKey.has(placeKey(place))) byKey.set(placeKey(place), place);
  }
  return [...byKey.values()];
}

function dropRepeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => !seen.has(name.toLowerCase()) && seen.add(name.toLowerCase()));
}
