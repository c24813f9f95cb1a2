import { readKeyword } from "@/domain/matching/fold";
import type { MatchRule } from "@/domain/matching/rule";
import { placeKey, type Place } from "@/domain/reading/place";

const filterNames = [
  "includePosts",
  "includeComments",
  "matchTitlesOnly",
  "caseSensitive",
  "wholeWordOnly",
] as const;
const termFilters = ["matchTitlesOnly", "caseSensitive", "wholeWordOnly"] as const;
type Filters = Pick<MatchRule, (typeof filterNames)[number]>;

export interface Watched<P extends Place = Place> {
  keyword: string;
  /** Replaces the keyword in matching. Absent or null: none. */
  expression?: string | null;
  places: readonly P[];
  filters: Filters;
}

/** Returns the places in which the other watch finds the same matches or more. */
export function coveredPlaces<P extends Place>(watch: Watched<P>, other: Watched): P[] {
  if (!isSameSearch(watch, other) || isNarrower(other.filters, watch.filters)) return [];
  const keys = new Set(other.places.map(placeKey));
  return watch.places.filter((place) => keys.has(placeKey(place)) || keys.has(`${place.site}:all`));
}

export function isSameWatch(one: Watched, other: Watched): boolean {
  return (
    filterNames.every((name) => one.filters[name] === other.filters[name]) &&
    coveredPlaces(one, other).length === one.places.length &&
    coveredPlaces(other, one).length === other.places.length
  );
}

/** Compares expressions as text only, without checking if one is narrower. */
function isSameSearch(watch: Watched, other: Watched): boolean {
  const [mine, others] = [watch.expression ?? null, other.expression ?? null];
  if (mine === null && others === null) return isSameKeyword(watch, other);
  // Whole-word and case-sensitive terms match less, but more within a NOT.
  return mine === others && termFilters.every((name) => watch.filters[name] === other.filters[name]);
}

function isSameKeyword(watch: Watched, other: Watched): boolean {
  const [mine, others] = [readKeyword(watch.keyword), readKeyword(other.keyword)];
  return mine.folded === others.folded && (!other.filters.caseSensitive || mine.exact === others.exact);
}

function isNarrower(filters: Filters, than: Filters): boolean {
  const comments = (one: Filters) => one.includeComments && !one.matchTitlesOnly;
  const texts = (one: Filters) => one.includePosts && !one.matchTitlesOnly;
  return (
    (than.includePosts && !filters.includePosts) ||
    (texts(than) && !texts(filters)) ||
    (comments(than) && !comments(filters)) ||
    (filters.caseSensitive && !than.caseSensitive) ||
    (filters.wholeWordOnly && !than.wholeWordOnly)
  );
}
