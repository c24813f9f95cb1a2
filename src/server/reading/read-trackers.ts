import { grouped } from "@/domain/grouped";
import { pool } from "@/server/platform/database";
import { guarded } from "@/server/platform/run-context";
import type { WatchSet } from "@/server/recording/watch-set";
import { recordSkippedRead, type SiteTally, type TrackersContext } from "./context";
import { countedRead } from "./counted-read";
import { isFailing } from "./host-shares";
import { renderNew } from "./poll-lane";
import { readTracker } from "./read-tracker";
import type { TrackersState } from "./record-tracker";
import { isReadable } from "./site-health";
import { listReads, type WatchedRead } from "./statements/reads";
import { listTrackerReads } from "./statements/trackers";

/** Tolerance for calls that arrive slightly early. */
const turnShare = 0.75;

/** Such sites require one request at a time. Least recently read first, in case the limit is too low. */
export async function readTrackers(context: TrackersContext, how: { watches: WatchSet }): Promise<SiteTally> {
  const { site, budget } = context;
  const reads = grouped(await listReads(pool(), site, context.clock()), ({ place }) => place);
  const requestedBefore = budget.requests;
  const state: TrackersState = {
    ...{ reads, positions: await listTrackerReads(site.id), watches: how.watches },
    tally: { items: 0, matches: 0, notifications: 0, gaps: 0 },
    isOver: false,
    failedInARow: 0,
  };
  const due = dueTrackers(context, reads);
  try {
    for (const place of due) {
      if (state.isOver || context.clock() >= context.deadline) break;
      await guarded(context, site.getLabel(place), () =>
        countedRead(context, { place, reads: reads.get(place)! }, () => readTracker(context, state, place)),
      );
    }
    if (state.isOver && budget.requests === requestedBefore) recordSkippedRead(context);
  } finally {
    if (state.tally.notifications > 0) await renderNew(context);
    await budget.giveBack();
  }
  return { ...state.tally, requests: budget.requests - requestedBefore };
}

function dueTrackers(
  { site, clock }: TrackersContext,
  reads: ReadonlyMap<string, readonly WatchedRead[]>,
): string[] {
  const now = clock();
  const triedMs = (place: string) =>
    Math.min(...reads.get(place)!.map(({ triedAt }) => triedAt?.getTime() ?? 0));
  const isDue = (place: string) =>
    now.getTime() - triedMs(place) >= site.readEveryMs * turnShare &&
    reads.get(place)!.every((read) => isReadable(read, now));
  return [...reads.keys()]
    .filter(isDue)
    .sort((a, b) => Number(isFailing(reads, a)) - Number(isFailing(reads, b)) || triedMs(a) - triedMs(b));
}
