import { wireSite } from "@/contract/place";
import type { Filters, WatchDraft, WatchPatch, WatchView } from "@/contract/watch";
import { namesOn, placesOn } from "@/domain/place";
import type { WatchRow } from "./statements/watches";

/** A watch as the wire shows it. */
export function watchView(watch: WatchRow): WatchView {
  return {
    _id: watch.id,
    keyword: watch.keyword,
    subreddits: namesOn(wireSite, watch.places),
    isActive: watch.isActive,
    matchCount: watch.matchCount,
    tags: watch.tags,
    notes: watch.notes,
    filters: filtersOf(watch),
    notificationSettings: {
      browserNotification: watch.browserNotification,
      emailNotification: watch.emailNotification,
      frequency: watch.frequency,
    },
    isPausedByPlan: watch.isPausedByPlan && !watch.isActive,
    createdAt: watch.createdAt.toISOString(),
    updatedAt: watch.updatedAt.toISOString(),
  };
}

/** What a request for a new watch says, with its places as rows hold them. */
export function draftFields({ subreddits, ...fields }: WatchDraft) {
  return { ...fields, places: placesOn(wireSite, subreddits) };
}

/** The same of a change; what it doesn't say is absent. */
export function patchFields({ subreddits, ...fields }: WatchPatch) {
  return { ...fields, ...(subreddits && { places: placesOn(wireSite, subreddits) }) };
}

export function filtersOf(watch: Filters): Filters {
  const { includePosts, includeComments, matchTitlesOnly, caseSensitive, wholeWordOnly } = watch;
  return { includePosts, includeComments, matchTitlesOnly, caseSensitive, wholeWordOnly };
}

export function isSameFilters(one: Filters, other: Filters): boolean {
  const names = Object.keys(filtersOf(one)) as (keyof Filters)[];
  return names.every((name) => one[name] === other[name]);
}
