import { watchPlaces } from "@/contract/place";
import type { WatchView } from "@/contract/watch";
import { activeMute } from "@/domain/mute";
import { placeViews } from "@/server/platform/place-views";
import type { WatchRow } from "./statements/watches";
import { getFilters } from "./watch-filters";

/** A watch as shown in responses. */
export function watchView(watch: WatchRow): WatchView {
  return {
    _id: watch.id,
    keyword: watch.keyword,
    expression: watch.expression,
    ...watchPlaces(placeViews(watch.places)),
    isActive: watch.isActive,
    matchCount: watch.matchCount,
    lastMatchedAt: watch.lastMatchedAt?.toISOString() ?? null,
    noisyAt: watch.noisyAt?.toISOString() ?? null,
    tags: watch.tags,
    notes: watch.notes,
    filters: getFilters(watch),
    notificationSettings: {
      browserNotification: watch.browserNotification,
      emailNotification: watch.emailNotification,
      frequency: watch.frequency,
      spikeNotification: watch.spikeNotification,
      destinations: watch.destinations,
    },
    mutedUntil: activeMute(watch.mutedUntil),
    isPausedByPlan: watch.isPausedByPlan && !watch.isActive,
    createdAt: watch.createdAt.toISOString(),
    updatedAt: watch.updatedAt.toISOString(),
  };
}
