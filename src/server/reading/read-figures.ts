import type { Item } from "@/domain/item";
import { learnedRate } from "@/domain/lane-order";
import { depthMs } from "@/domain/read-outcome";
import type { PagesContext } from "./context";
import type { WatchedRead } from "./statements/reads";

/** What a read showed of one member, and what of it was new to us. */
interface Shown {
  seen: readonly Item[];
  fresh: readonly Item[];
}

/**
 * What was written there. Not only what was new to us, which another lane may have brought first, unless the site has no other:
 * then also what a read brought that broke off, or found behind the position.
 */
export function newItems(
  { site }: PagesContext,
  member: WatchedRead,
  shown: Shown & { complete: boolean },
): number {
  if (site.readsWhole) return shown.fresh.length;
  return shown.complete ? countNew(member, shown) : 0;
}

/** Written since the last complete read; or shown too late for it, as a site does by some seconds. */
function countNew({ readAt }: WatchedRead, { seen, fresh }: Shown): number {
  if (readAt === null) return seen.length;
  const late = new Set(fresh);
  return seen.filter((item) => item.createdAt >= readAt || late.has(item)).length;
}

/** What new items say of the rate: they stand for the time since the last complete read, or for what a first page covers. */
export function rateAfter(member: WatchedRead, shown: Shown, startedAt: Date): number | null {
  const { readAt } = member;
  const from = readAt?.getTime() ?? depthMs(shown.seen);
  if (from === null) return null;
  const known = readAt === null || member.rate === 0 ? null : member.rate;
  // Where nothing was written before, the first item within a few seconds says little of what a minute brings.
  const leastMinutes = readAt === null ? 0.1 : known === null ? 1 : 1 / 60;
  const spanMinutes = Math.max(leastMinutes, (startedAt.getTime() - from) / 60_000);
  return learnedRate(known, countNew(member, shown), spanMinutes);
}

/** From writing to recording, in the middle. What was written before anybody watched was not late. */
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
