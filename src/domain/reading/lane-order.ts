import type { Lane, ReadState } from "./lane";

const minuteMs = 60_000;
/** Minimum rate of a place (items per minute): one item a day, so every place is read. */
const minRate = 1 / 1_440;
/** Averaging time of rates: a surge counts immediately, a quiet minute changes little. */
const rateMemoryMinutes = 60;
/** Lanes that could have gained this share of the site's listing since the last read have priority. */
const dangerShare = 0.4;

function waitedMinutes(read: ReadState, now: Date): number {
  return read.readAt === null ? 0 : Math.max(0, now.getTime() - read.readAt.getTime()) / minuteMs;
}

export function expectedItems(read: ReadState, now: Date): number {
  return (read.rate + minRate) * waitedMinutes(read, now);
}

/** Expected requests of a read with this many new items: their pages, and one page without new items. */
export function expectedRequests(newItems: number): number {
  return 1 + (1 - Math.exp(-newItems)) * 0.5 + newItems / 100;
}

/** New items × waiting minutes per request minimize the mean wait. Lanes that could lose items go first. */
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

/** Updates a rate (items per minute) after a complete read, weighted by the time covered. */
export function learnedRate(rate: number | null, newItems: number, spanMinutes: number): number {
  const found = newItems / spanMinutes;
  if (rate === null) return found;
  const weight = 1 - Math.exp(-spanMinutes / rateMemoryMinutes);
  return rate + (found - rate) * weight;
}
