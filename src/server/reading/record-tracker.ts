import type { Item } from "@/domain/reading/item";
import { learnedRate } from "@/domain/reading/lane-order";
import { canBeNew, medianMs } from "@/domain/reading/newness";
import type { TrackerEntry } from "@/domain/reading/tracker";
import { pool } from "@/server/platform/database";
import { recordRead, type Recorded } from "@/server/recording/record";
import type { NewGap } from "@/server/recording/statements/gaps";
import type { ReadOutcome } from "@/server/recording/statements/positions";
import type { TrackerOutcome } from "@/server/recording/statements/tracker-positions";
import type { WatchSet } from "@/server/recording/watch-set";
import type { TrackersContext } from "./context";
import { placeCapacity } from "./place-capacity";
import { findKnown } from "./statements/known-items";
import type { WatchedRead } from "./statements/reads";
import type { TrackerPosition } from "./statements/trackers";

export interface TrackersState {
  reads: ReadonlyMap<string, readonly WatchedRead[]>;
  positions: ReadonlyMap<string, TrackerPosition>;
  watches: WatchSet;
  tally: Recorded;
  /** The site refuses all requests, or its limit is used up. */
  isOver: boolean;
  failedInARow: number;
}

export interface Tracker {
  place: string;
  reads: readonly WatchedRead[];
  startedAt: Date;
  since: Date;
  position: TrackerPosition;
  hasNews: boolean;
  hasProgress: boolean;
  found: Item[];
}

export async function recordPart(
  context: TrackersContext,
  state: TrackersState,
  tracker: Tracker,
  part: {
    items: readonly Item[];
    gaps?: readonly NewGap[];
    outcomes?: readonly ReadOutcome[];
    tracker: Omit<TrackerOutcome, "site" | "place">;
  },
): Promise<void> {
  const site = context.site.id;
  const { place, startedAt } = tracker;
  const { items, gaps = [], outcomes = [] } = part;
  const now = context.clock();
  const matcher = items.length === 0 ? null : await state.watches.current(now);
  tracker.found.push(...items);
  const recorded = await recordRead({
    ...{ items, gaps, outcomes, now, seenAt: startedAt },
    match: (item) => matcher?.match(item) ?? [],
    isNamed: () => true,
    // All items are remembered: changed lists show them again, and comments are counted once.
    isTextStored: (await placeCapacity({ site, place }, items, now)).isTextStored,
    tracker: { site, place, ...part.tracker },
  });
  for (const name of Object.keys(state.tally) as (keyof Recorded)[]) state.tally[name] += recorded[name];
}

export async function newItems(
  { clock }: TrackersContext,
  { reads }: Tracker,
  items: readonly Item[],
): Promise<Item[]> {
  const sinceOf = ({ kind }: Item) =>
    reads.find((read) => read.kind === kind)?.watchedSince.getTime() ?? null;
  const nowMs = clock().getTime();
  const recent = items.filter((item) => canBeNew(item, nowMs, sinceOf(item)));
  const known = await findKnown(
    pool(),
    recent.map(({ fullname }) => fullname),
  );
  const unique = new Map(recent.map((item) => [item.fullname, item]));
  return [...unique.values()].filter(({ fullname }) => !known.has(fullname));
}

/** Returns new entries as items with their posts' titles, and the numbers of posts with new comments. */
export async function newEntries(
  context: TrackersContext,
  tracker: Tracker,
  entries: readonly TrackerEntry[],
  getTitle: (number: number) => string,
): Promise<{ items: Item[]; commented: number[] }> {
  const fresh = new Set(
    await newItems(
      context,
      tracker,
      entries.map(({ item }) => item),
    ),
  );
  const news = entries.filter(({ item }) => fresh.has(item));
  return {
    items: news.map(({ item, number }) => (number === null ? item : { ...item, title: getTitle(number) })),
    commented: news.flatMap(({ number, isCounted }) => (number !== null && isCounted ? [number] : [])),
  };
}

export function getOutcomes({ site, clock }: TrackersContext, tracker: Tracker): ReadOutcome[] {
  const { startedAt, found } = tracker;
  return tracker.reads.map(({ place, kind, readAt, rate, watchedSince }) => {
    const own = found.filter((item) => item.kind === kind);
    const spanMs = readAt === null ? 0 : startedAt.getTime() - readAt.getTime();
    const delays = own
      .filter(({ createdAt }) => createdAt >= watchedSince)
      .map(({ createdAt }) => clock().getTime() - createdAt.getTime());
    return {
      ...{ site: site.id, place, kind, readAt: startedAt, triedAt: startedAt, newItems: own.length },
      ...{ stored: null, swept: false, share: null },
      rate: spanMs > 0 ? learnedRate(rate, own.length, spanMs / 60_000) : null,
      delayMs: readAt === null ? null : medianMs(delays),
    };
  });
}
