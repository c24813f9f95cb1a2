import { readKeyword } from "./matching/fold";
import type { MatchRule } from "./matching/rule";
import { placeKey, type Place } from "./place";

const filterNames = [
  "includePosts",
  "includeComments",
  "matchTitlesOnly",
  "caseSensitive",
  "wholeWordOnly",
] as const;
const termFilters = ["matchTitlesOnly", "caseSensitive", "wholeWordOnly"] as const;
type Filters = Pick<MatchRule, (typeof filterNames)[number]>;

/** What of a watch decides where it finds what. */
export interface Watched<P extends Place = Place> {
  keyword: string;
  /** What is looked for instead of the keyword; absent or null: the keyword. */
  expression?: string | null;
  places: readonly P[];
  filters: Filters;
}

/** The places of a watch in which another one finds all that it would find; empty when it is narrower anywhere. */
export function coveredPlaces<P extends Place>(watch: Watched<P>, other: Watched): P[] {
  if (!isSameSearch(watch, other) || isNarrower(other.filters, watch.filters)) return [];
  const keys = new Set(other.places.map(placeKey));
  return watch.places.filter((place) => keys.has(placeKey(place)) || keys.has(`${place.site}:all`));
}

/** True where two watches look for the same by the same filters. */
export function isSameWatch(one: Watched, other: Watched): boolean {
  return (
    filterNames.every((name) => one.filters[name] === other.filters[name]) &&
    coveredPlaces(one, other).length === one.places.length &&
    coveredPlaces(other, one).length === other.places.length
  );
}

/** Expressions by their texts: where one is narrower than another is not worked out. */
function isSameSearch(watch: Watched, other: Watched): boolean {
  const [mine, others] = [watch.expression ?? null, other.expression ?? null];
  if (mine === null && others === null) return isSameKeyword(watch, other);
  // What is left out by whole words or in one case is more, not less, where it is left out by a NOT.
  return mine === others && termFilters.every((name) => watch.filters[name] === other.filters[name]);
}

function isSameKeyword(watch: Watched, other: Watched): boolean {
  const [mine, others] = [readKeyword(watch.keyword), readKeyword(other.keyword)];
  return mine.folded === others.folded && (!other.filters.caseSensitive || mine.exact === others.exact);
}

/** True when filters let through less than others do, of anything. */
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
