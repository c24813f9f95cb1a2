import { counted, formatCount } from "../text/counted";
import { formatDay } from "../time/moment";

export interface Spike {
  date: string;
  count: number;
  /** Median of the days before; can be 0. */
  usual: number;
  isToday: boolean;
}

interface Day {
  date: string;
  count: number;
}

/** Minimum matches of a spike, however quiet the days before were. */
export const minSpikeCount = 10;
const farAbove = 3;
const daysToKnow = 3;
const minBaselineDays = 7;

/** Returns the newest spike, or null. `daily` ends with today. Ignores days before `since`. */
export function newestSpike(daily: readonly Day[], since: string): Spike | null {
  const days = daily.filter(({ date }) => date >= since);
  const oldest = Math.max(daysToKnow, days.length - minBaselineDays);
  for (let at = days.length - 1; at >= oldest; at--) {
    const { date, count } = days[at]!;
    const usual = middleOf(days.slice(0, at).map((day) => day.count));
    if (count >= countAboveUsual(usual)) return { date, count, usual, isToday: at === days.length - 1 };
  }
  return null;
}

/** Returns the minimum for a spike on the last day, or null if there are too few days before it. */
export function spikeThreshold(daily: readonly Day[], since: string): number | null {
  const before = daily.slice(0, -1).filter(({ date }) => date >= since);
  return before.length < daysToKnow ? null : countAboveUsual(middleOf(before.map(({ count }) => count)));
}

const countAboveUsual = (usual: number) => Math.max(minSpikeCount, Math.ceil(farAbove * usual));

function middleOf(counts: readonly number[]): number {
  const sorted = counts.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

export function spikeTexts({ date, count, usual, isToday }: Spike): {
  title: string;
  text: string;
  note: string;
} {
  const times = usual === 0 ? null : Math.floor(count / usual);
  return {
    title: isToday ? "There was a spike today." : `There was a spike on ${formatDay(date)}.`,
    text: `${counted(count, "match", "matches")}${usual === 0 ? "; most of the previous days had none" : `, compared with ${formatCount(usual)} a day usually`}.`,
    note: times === null ? formatCount(count) : `${formatCount(count)}, ${times} times the usual number`,
  };
}

/** Wait (ms) after a match before checking for a spike, so simultaneous matches are counted. */
export const spikeWaitMs = 300_000;

export const spikeNotice = "spike";

interface SpikeDay {
  watchId: string;
  day: string;
}

/** Deduplication key: one email per spike. */
export const spikeKey = ({ watchId, day }: SpikeDay) => `${spikeNotice}:${watchId}:${day}`;

export function parseSpikeKey(dedupeKey: string): SpikeDay | null {
  const [template, watchId, day] = dedupeKey.split(":");
  return template === spikeNotice && watchId !== undefined && day !== undefined ? { watchId, day } : null;
}
