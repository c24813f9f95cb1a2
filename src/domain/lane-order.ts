import type { Lane, ReadState } from "./lane";

const minuteMs = 60_000;
/** Items a minute that every place counts for beside its rate: one a day, so that none is forgotten. */
const leastRate = 1 / 1_440;
/** A rate follows what is written within about an hour: a raid shows at once, a quiet minute changes little. */
const rateMemoryMinutes = 60;
/** Of the items that the site lists: who may have written this share of them since the last read goes first. */
const dangerShare = 0.4;

/** Minutes since the last complete read; what was never read waits for nothing. */
function waitedMinutes(read: ReadState, now: Date): number {
  return read.readAt === null ? 0 : Math.max(0, now.getTime() - read.readAt.getTime()) / minuteMs;
}

/** New items to expect of one place since its last complete read. */
export function expectedItems(read: ReadState, now: Date): number {
  return (read.rate + leastRate) * waitedMinutes(read, now);
}

/** Requests that a read takes which finds so many new items: their pages, and one that holds nothing new. */
export function expectedRequests(newItems: number): number {
  return 1 + (1 - Math.exp(-newItems)) * 0.5 + newItems / 100;
}

/**
 * What a request for this lane is worth: the minutes that its new items have waited in sum, by the requests it
 * takes. Items come evenly, so the sum grows with the square of the wait: busy lanes are read more often than
 * quiet ones by the root of their rates, which makes the mean wait least, and none starves. What may soon pass
 * the `listed` items of a place that the site shows goes before everything, for it would be lost.
 */
export function urgency(lane: Lane, members: readonly ReadState[], now: Date, listed: number): number {
  if (lane.baseline) return Number.POSITIVE_INFINITY;
  let items = 0;
  let waited = 0;
  let danger = 0;
  for (const member of members) {
    const expected = expectedItems(member, now);
    items += expected;
    waited += (expected * waitedMinutes(member, now)) / 2;
    danger = Math.max(danger, expected / (listed * dangerShare));
  }
  return waited / (expectedRequests(items) - items / 100) + (danger >= 1 ? 1e9 * danger : 0);
}

/** The rate after a complete read, items a minute: what was found weighs by the time it stands for. */
export function learnedRate(rate: number | null, newItems: number, spanMinutes: number): number {
  const found = newItems / spanMinutes;
  if (rate === null) return found;
  const weight = 1 - Math.exp(-spanMinutes / rateMemoryMinutes);
  return rate + (found - rate) * weight;
}
