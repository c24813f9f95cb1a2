import type { Item } from "./item";

/** How long a fullname is remembered, milliseconds; what only 'all' brought for the shorter time. */
export const rememberNamedMs = 8 * 24 * 3_600_000;
export const rememberAllMs = 48 * 3_600_000;

/** How long an item's text is held, matched or not, milliseconds: of what nobody was notified of nothing may be kept longer. */
export const holdTextMs = 48 * 3_600_000;
/** Of how many items of a place, the newest ones; a site that is read as a whole has all of its held. */
export const heldItems = 500;
/** So many of them are looked through at most. */
export const readHeldItems = 20_000;

const newestAgeMs = 7 * 24 * 3_600_000;
const watchedGraceMs = 3_600_000;

/**
 * Whether an item may count as new at all, before asking whether its fullname is remembered: created less
 * than 7 days ago and after its place began to be watched, with one hour's grace. Times in
 * milliseconds since the epoch; watchedSince is null if nobody watches.
 */
export function mayBeNew(
  item: Pick<Item, "createdAt">,
  nowMs: number,
  watchedSinceMs: number | null,
): boolean {
  const createdMs = item.createdAt.getTime();
  return (
    watchedSinceMs !== null && createdMs > nowMs - newestAgeMs && createdMs >= watchedSinceMs - watchedGraceMs
  );
}

/** The middle of the creation times of a page, milliseconds since the epoch; null for an empty page. */
export function medianCreationMs(items: readonly Pick<Item, "createdAt">[]): number | null {
  if (items.length === 0) return null;
  const times = items.map((item) => item.createdAt.getTime()).sort((a, b) => a - b);
  return times[times.length >> 1]!;
}

/**
 * Whether reading may stop after this page: it holds nothing new and its median creation time lies before
 * the last complete read. An empty page is the end of the listing, decided by the caller.
 */
export function pageEndsReading(
  page: { newCount: number; medianMs: number | null },
  readAtMs: number,
): boolean {
  return page.newCount === 0 && page.medianMs !== null && page.medianMs < readAtMs;
}

/** The middle of some delays, milliseconds; null for none. Clocks differ, so none is less than nothing. */
export function medianMs(delays: readonly number[]): number | null {
  const sorted = delays.toSorted((a, b) => a - b);
  return sorted.length === 0 ? null : Math.max(0, sorted[sorted.length >> 1]!);
}
