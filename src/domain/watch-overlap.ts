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
type Filters = Pick<MatchRule, (typeof filterNames)[number]>;

/** What of a watch decides where it finds what. */
export interface Watched<P extends Place = Place> {
  keyword: string;
  places: readonly P[];
  filters: Filters;
}

/** The places of a watch in which another one finds all that it would find; empty when it is narrower anywhere. */
export function coveredPlaces<P extends Place>(watch: Watched<P>, other: Watched): P[] {
  if (!isSameKeyword(watch, other) || isNarrower(other.filters, watch.filters)) return [];
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
