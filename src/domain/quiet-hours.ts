import { formatTime } from "./moment";

/** Hours in which nothing is sent, by the clock of the user's zone; from 22:00 to 07:00 they pass midnight. */
export interface QuietHours {
  /** 'HH:MM', and never the same as `to`. */
  from: string;
  to: string;
}

/** Whether a clock that shows `time`, 'HH:MM', is within them: at `from` it is, at `to` it is no more. */
export function isQuietTime(time: string, { from, to }: QuietHours): boolean {
  return from < to ? from <= time && time < to : from <= time || time < to;
}

export function isQuietAt(at: Date, timeZone: string, quiet: QuietHours): boolean {
  return isQuietTime(formatTime(at, timeZone), quiet);
}

/** What of an account keeps messages back for a time. */
export interface Quiet {
  timeZone: string;
  quietHours: QuietHours | null;
  /** Null: it is not muted. */
  mutedUntil: Date | null;
}

/** Whether nothing may be told now. */
export function isSilent(now: Date, { timeZone, quietHours, mutedUntil }: Quiet): boolean {
  if (mutedUntil !== null && mutedUntil > now) return true;
  return quietHours !== null && isQuietAt(now, timeZone, quietHours);
}
