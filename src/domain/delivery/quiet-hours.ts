import { formatTime } from "../time/moment";

/** Hours without messages, in the user's zone. They can span midnight, such as 22:00 to 07:00. */
export interface QuietHours {
  /** 'HH:MM', never equal to `to`. */
  from: string;
  to: string;
}

/** True if `time` ('HH:MM') is within quiet hours, including `from` and excluding `to`. */
export function isQuietTime(time: string, { from, to }: QuietHours): boolean {
  return from < to ? from <= time && time < to : from <= time || time < to;
}

export function isQuietAt(at: Date, timeZone: string, quiet: QuietHours): boolean {
  return isQuietTime(formatTime(at, timeZone), quiet);
}

export interface Quiet {
  timeZone: string;
  quietHours: QuietHours | null;
  mutedUntil: Date | null;
}

export function isSilent(now: Date, { timeZone, quietHours, mutedUntil }: Quiet): boolean {
  if (mutedUntil !== null && mutedUntil > now) return true;
  return quietHours !== null && isQuietAt(now, timeZone, quietHours);
}
