/** A day on which far more was heard than on the days before it. */
export interface Spike {
  date: string;
  count: number;
  /** The middle one of the days before; may be 0. */
  usual: number;
  isToday: boolean;
}

interface Day {
  date: string;
  count: number;
}

/** Fewer than this are no spike, however quiet the days before were. */
const fewest = 10;
/** So many times the usual is far above it. */
const farAbove = 3;
/** Of fewer days nobody knows what is usual. */
const daysToKnow = 3;
/** What lies further back is no news. */
const daysToTell = 7;

/**
 * The newest spike of the last days, today included; null where there is none. `daily` ends with today, and what was before
 * `since`, the day from which on the watch listens, counts for nothing.
 */
export function newestSpike(daily: readonly Day[], since: string): Spike | null {
  const heard = daily.filter(({ date }) => date >= since);
  const oldest = Math.max(daysToKnow, heard.length - daysToTell);
  for (let at = heard.length - 1; at >= oldest; at--) {
    const { date, count } = heard[at]!;
    const usual = middleOf(heard.slice(0, at).map((day) => day.count));
    if (count >= fewest && count >= farAbove * usual) {
      return { date, count, usual, isToday: at === heard.length - 1 };
    }
  }
  return null;
}

function middleOf(counts: readonly number[]): number {
  const sorted = counts.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
