import type { Lane, ReadState } from "./lane";

const minuteMs = 60_000;
/** Minimum rate of a place (items per minute): one item a day, so every place is read. */
const minRate = 1 / 1_440;
/** Averaging time of rates: a surge counts immediately, a quiet minute changes little. */
const rateMemoryMinutes = 60;
/** Lanes that could have gained this share of the site's listing since the last read have priority. */
const dangerShare = 0.4;

/** Minutes since the last complete read, 0 without one. */
function waitedMinutes(read: ReadState, now: Date): number {
  return read.readAt === null ? 0 : Math.max(0, now.getTime() - read.readAt.getTime()) / minuteMs;
}

/** Expected new items of a place since its last complete read. */
export function expectedItems(read: ReadState, now: Date): number {
  return (read.rate + minRate) * waitedMinutes(read, now);
}

/** Expected requests of a read with this many new items: their pages, and one page without new items. */
export function expectedRequests(newItems: number): number {
  return 1 + (1 - Math.exp(-newItems)) * 0.5 + newItems / 100;
}

/**
 * Returns the priority of a lane: total waiting time of its expected new items (minutes) per request. New
 * items arrive evenly, so the total grows with the square of the wait: the read frequency is proportional to
 * the root of the rate, which minimizes the mean wait and starves no lane. Lanes that could soon exceed the
 * `listed` items shown by the site have priority, because items would be lost.
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

/** Updates a rate (items per minute) after a complete read, weighted by the time covered. */
export function learnedRate(rate: number | null, newItems: number, spanMinutes: number): number {
  const found = newItems / spanMinutes;
  if (rate === null) return found;
  const weight = 1 - Math.exp(-spanMinutes / rateMemoryMinutes);
  return rate + (found - rate) * weight;
}
