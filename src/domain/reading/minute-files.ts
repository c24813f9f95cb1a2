import { needWaitMs, type Need } from "./pending-numbers";

const minuteMs = 60_000;
/** Waits for a file that doesn't exist yet: 1, 2, 5, 15 and 60 minutes after the first request. */
const absentWaitsMs = [1, 1, 3, 10, 45].map((minutes) => minutes * minuteMs);
/** Older files are an archive: their articles aren't news anymore. */
export const maxBehindMinutes = 48 * 60;
/** The list usually moves every minute. After this long, the clock decides which files are requested (ms). */
const lateListMs = 5 * minuteMs;
/** A list that stays the same this long means that the source has stopped (ms). */
export const stuckListMs = 30 * minuteMs;
/** A listed item must be in a file after this long, and if some files can't be read (ms). */
export const unfiledMs = 60 * minuteMs;
export const unfiledWithoutFilesMs = 150 * minuteMs;
/** How long a file's items are compared with the list (ms). */
export const comparedMs = 180 * minuteMs;
/** How long the keys of a file's items are stored, to find items by their URL (ms). */
export const keysMs = 48 * 60 * minuteMs;

export function minuteAt(at: Date): number {
  return Math.floor(at.getTime() / minuteMs);
}

export function timeOfMinute(minute: number): Date {
  return new Date(minute * minuteMs);
}

/** Returns the last minute to request: the list's time, or the last full minute if it is unusable. */
export function lastMinute(builtAt: Date | null, now: Date): number {
  const ageMs = builtAt === null ? Infinity : now.getTime() - builtAt.getTime();
  const isCurrent = ageMs <= lateListMs && ageMs >= -lateListMs;
  return isCurrent ? minuteAt(builtAt!) : minuteAt(now) - 1;
}

export function fileWaitMs(why: Need, tries: number): number | null {
  return why === "absent" ? (absentWaitsMs[tries - 1] ?? null) : needWaitMs(why, tries);
}
