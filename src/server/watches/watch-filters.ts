import type { Filters } from "@/contract/watch";

export function getFilters(watch: Filters): Filters {
  const { includePosts, includeComments, matchTitlesOnly, caseSensitive, wholeWordOnly } = watch;
  return { includePosts, includeComments, matchTitlesOnly, caseSensitive, wholeWordOnly };
}

export function isSameFilters(one: Filters, other: Filters): boolean {
  const names = Object.keys(getFilters(one)) as (keyof Filters)[];
  return names.every((name) => one[name] === other[name]);
}
