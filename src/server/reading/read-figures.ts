import type { Item } from "@/domain/reading/item";
import { learnedRate } from "@/domain/reading/lane-order";
import { depthMs } from "@/domain/reading/read-outcome";
import type { PagesContext } from "./context";
import type { WatchedRead } from "./statements/reads";

interface Shown {
  seen: readonly Item[];
  fresh: readonly Item[];
}

/** Includes items of other lanes. For sites read as a whole: items new to us, also from partial reads. */
export function newItems(
  { site }: PagesContext,
  member: WatchedRead,
  shown: Shown & { complete: boolean },
): number {
  if (site.readsWhole) return shown.fresh.length;
  return shown.complete ? countNew(member, shown) : 0;
}

/** Items written since the last complete read, or shown too late for it; sites can lag by some seconds. */
function countNew({ readAt }: WatchedRead, { seen, fresh }: Shown): number {
  if (readAt === null) return seen.length;
  const late = new Set(fresh);
  return seen.filter((item) => item.createdAt >= readAt || late.has(item)).length;
}

/** The new rate, from the items since the last complete read or in the time range of the first page. */
export function rateAfter(member: WatchedRead, shown: Shown, startedAt: Date): number | null {
  const { readAt } = member;
  const from = readAt?.getTime() ?? depthMs(shown.seen);
  if (from === null) return null;
  const known = readAt === null || member.rate === 0 ? null : member.rate;
  // If the rate was 0, a first item within seconds says little about a whole minute.
  const minMinutes = readAt === null ? 0.1 : known === null ? 1 : 1 / 60;
  const spanMinutes = Math.max(minMinutes, (startedAt.getTime() - from) / 60_000);
  return learnedRate(known, countNew(member, shown), spanMinutes);
}

/** Median delay from creation to recording (ms). Ignores items from before the place was watched. */
export function medianDelayMs(
  { readAt, watchedSince }: WatchedRead,
  fresh: readonly Item[],
  now: Date,
): number | null {
  if (readAt === null) return null;
  const delays = fresh
    .filter((item) => item.createdAt >= watchedSince)
    .map((item) => now.getTime() - item.createdAt.getTime())
    .sort((a, b) => a - b);
  return delays.length === 0 ? null : Math.max(0, delays[delays.length >> 1]!);
}
