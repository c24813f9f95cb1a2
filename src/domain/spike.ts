import { counted, formatCount } from "./counted";
import { formatDay } from "./moment";

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
export const fewestOfSpike = 10;
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
    if (count >= leastOver(usual)) return { date, count, usual, isToday: at === heard.length - 1 };
  }
  return null;
}

/** From how many matches on the last of these days is a spike; null: of too few days before it nobody can tell. */
export function leastOfSpike(daily: readonly Day[], since: string): number | null {
  const before = daily.slice(0, -1).filter(({ date }) => date >= since);
  return before.length < daysToKnow ? null : leastOver(middleOf(before.map(({ count }) => count)));
}

const leastOver = (usual: number) => Math.max(fewestOfSpike, Math.ceil(farAbove * usual));

function middleOf(counts: readonly number[]): number {
  const sorted = counts.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** 'There was a spike today.' and what makes it one: '28 matches, compared with 7 a day usually.' */
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

/** So long after the match that may make one it is looked: what comes with it is counted too. */
export const spikeWaitMs = 300_000;

/** The template of the mail that tells of one. */
export const spikeNotice = "spike";

/** What such a mail is about: a watch, and a day of its account's zone, '2026-11-21'. */
interface SpikeDay {
  watchId: string;
  day: string;
}

/** Each is told once. */
export const spikeSlot = ({ watchId, day }: SpikeDay) => `${spikeNotice}:${watchId}:${day}`;

/** The other way; null for every other slot. */
export function spikeOfSlot(slot: string): SpikeDay | null {
  const [template, watchId, day] = slot.split(":");
  return template === spikeNotice && watchId !== undefined && day !== undefined ? { watchId, day } : null;
}
