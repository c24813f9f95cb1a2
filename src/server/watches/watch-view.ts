import { watchPlaces } from "@/contract/place";
import type { FollowedThread } from "@/contract/followed-thread";
import type { WatchView } from "@/contract/watch";
import { activeMute } from "@/domain/delivery/mute";
import { placeViews } from "@/server/places/place-views";
import { threadGroup } from "@/server/platform/thread-group";
import type { WatchRow } from "./statements/watches";
import { getFilters } from "./watch-filters";

export function watchView(watch: WatchRow): WatchView {
  return {
    _id: watch.id,
    kind: watch.kind,
    keyword: watch.keyword,
    thread: threadView(watch),
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

/** Null for keywords. Deleted replies were read but might no longer be in the site's count. */
function threadView({ root, keyword, thread, endedAt }: WatchRow): FollowedThread | null {
  if (root === null) return null;
  const { replies = 0, total = null, lastReplyAt = null } = thread ?? {};
  return {
    ...{ root, group: threadGroup(root), title: keyword, read: replies },
    total: total === null ? null : Math.max(total, replies),
    lastReplyAt: lastReplyAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  };
}
