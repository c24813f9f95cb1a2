import type { Filters } from "@/contract/watch";

export function filtersOf(watch: Filters): Filters {
  const { includePosts, includeComments, matchTitlesOnly, caseSensitive, wholeWordOnly } = watch;
  return { includePosts, includeComments, matchTitlesOnly, caseSensitive, wholeWordOnly };
}

export function isSameFilters(one: Filters, other: Filters): boolean {
  const names = Object.keys(filtersOf(one)) as (keyof Filters)[];
  return names.every((name) => one[name] === other[name]);
}
