import type { Item } from "./item";

/** Retention of fullnames (ms). The shorter time is for items that were only found through 'all'. */
export const rememberNamedMs = 8 * 24 * 3_600_000;
export const rememberAllMs = 48 * 3_600_000;

/** Retention of an item's text (ms), matched or not. The promised maximum for unmatched items. */
export const textRetentionMs = 48 * 3_600_000;
/** Maximum stored items per place, newest first. Sites that are read as a whole have no limit. */
export const cachedItemLimit = 500;
export const cachedItemReadLimit = 20_000;

export const newestAgeMs = 7 * 24 * 3_600_000;
const watchedGraceMs = 3_600_000;

/** Less than 7 days old and created after `watchedSinceMs` (null without watches), with an hour of grace. */
export function canBeNew(
  item: Pick<Item, "createdAt">,
  nowMs: number,
  watchedSinceMs: number | null,
): boolean {
  const createdMs = item.createdAt.getTime();
  return (
    watchedSinceMs !== null && createdMs > nowMs - newestAgeMs && createdMs >= watchedSinceMs - watchedGraceMs
  );
}

export function medianCreationMs(items: readonly Pick<Item, "createdAt">[]): number | null {
  if (items.length === 0) return null;
  const times = items.map((item) => item.createdAt.getTime()).sort((a, b) => a - b);
  return times[times.length >> 1]!;
}

/** True if reading can stop: nothing new, and the median is before the last complete read. */
export function pageEndsReading(
  page: { newCount: number; medianMs: number | null },
  readAtMs: number,
): boolean {
  return page.newCount === 0 && page.medianMs !== null && page.medianMs < readAtMs;
}

/** Returns the median of some delays (ms), or null without any. At least 0, because clocks differ. */
export function medianMs(delays: readonly number[]): number | null {
  const sorted = delays.toSorted((a, b) => a - b);
  return sorted.length === 0 ? null : Math.max(0, sorted[sorted.length >> 1]!);
}
