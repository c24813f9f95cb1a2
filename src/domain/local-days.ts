import { Temporal } from "temporal-polyfill";
import { zonedTime } from "./zoned-time";

/** A day of a time zone: its date (YYYY-MM-DD) and the instant it begins. */
export interface LocalDay {
  date: string;
  startsAt: Date;
}

/** The last `count` days of a zone, oldest first, today the last. A zone this machine does not know is read as UTC. */
export function localDays(now: Date, timeZone: string, count: number): LocalDay[] {
  const local = zonedTime(now, timeZone);
  return Array.from({ length: count }, (_, at) => {
    const day = local.toPlainDate().subtract({ days: count - 1 - at });
    // Where a zone skips a day, its beginning is the next one's.
    const startsAt = new Date(day.toZonedDateTime(local.timeZoneId).epochMilliseconds);
    return { date: day.toString(), startsAt };
  });
}

/** How many of these days, the last ones, belong to the week of the last one. Weeks start on Monday. */
export function daysOfThisWeek(days: readonly LocalDay[]): number {
  const today = days.at(-1);
  return today === undefined ? 0 : Math.min(days.length, Temporal.PlainDate.from(today.date).dayOfWeek);
}
