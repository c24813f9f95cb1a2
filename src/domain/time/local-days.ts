import { Temporal } from "temporal-polyfill";
import { zonedTime } from "./zoned-time";

export interface LocalDay {
  date: string;
  startsAt: Date;
}

/** Returns the last `count` days of a zone up to today, oldest first. Unknown zones are treated as UTC. */
export function localDays(now: Date, timeZone: string, count: number): LocalDay[] {
  const local = zonedTime(now, timeZone);
  return Array.from({ length: count }, (_, at) => {
    const day = local.toPlainDate().subtract({ days: count - 1 - at });
    // If a zone skips a day, it starts together with the next one.
    const startsAt = new Date(day.toZonedDateTime(local.timeZoneId).epochMilliseconds);
    return { date: day.toString(), startsAt };
  });
}

/** Returns the number of these days in the same week as the last one. Weeks start on Monday. */
export function daysOfThisWeek(days: readonly LocalDay[]): number {
  const today = days.at(-1);
  return today === undefined ? 0 : Math.min(days.length, Temporal.PlainDate.from(today.date).dayOfWeek);
}
