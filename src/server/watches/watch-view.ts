import { watchPlaces } from "@/contract/place";
import type { Filters, WatchView } from "@/contract/watch";
import { toldMute } from "@/domain/mute";
import { placeViews } from "@/server/platform/place-views";
import type { WatchRow } from "./statements/watches";

/** A watch as the wire shows it. */
export function watchView(watch: WatchRow): WatchView {
  return {
    _id: watch.id,
    keyword: watch.keyword,
    expression: watch.expression,
    ...watchPlaces(placeViews(watch.places)),
    isActive: watch.isActive,
    matchCount: watch.matchCount,
    noisyAt: watch.noisyAt?.toISOString() ?? null,
    tags: watch.tags,
    notes: watch.notes,
    filters: filtersOf(watch),
    notificationSettings: {
      browserNotification: watch.browserNotification,
      emailNotification: watch.emailNotification,
      frequency: watch.frequency,
      spikeNotification: watch.spikeNotification,
      destinations: watch.destinations,
    },
    mutedUntil: toldMute(watch.mutedUntil),
    isPausedByPlan: watch.isPausedByPlan && !watch.isActive,
    createdAt: watch.createdAt.toISOString(),
    updatedAt: watch.updatedAt.toISOString(),
  };
}

export function filtersOf(watch: Filters): Filters {
  const { includePosts, includeComments, matchTitlesOnly, caseSensitive, wholeWordOnly } = watch;
  return { includePosts, includeComments, matchTitlesOnly, caseSensitive, wholeWordOnly };
}

export function isSameFilters(one: Filters, other: Filters): boolean {
  const names = Object.keys(filtersOf(one)) as (keyof Filters)[];
  return names.every((name) => one[name] === other[name]);
}
