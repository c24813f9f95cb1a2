import type { Temporal } from "temporal-polyfill";
import { zonedTime } from "./zoned-time";

export interface SnoozeTime {
  label: string;
  at: Date;
}

const hourMs = 3_600_000;
const [evening, morning] = [18, 8];

/** Earliest first. 'This evening' is omitted if it is less than an hour away. */
export function snoozeTimes(now: Date, timeZone: string): SnoozeTime[] {
  const local = zonedTime(now, timeZone);
  const today = local.toPlainDate();
  const at = (day: Temporal.PlainDate, hour: number) =>
    new Date(day.toZonedDateTime({ timeZone: local.timeZoneId, plainTime: { hour } }).epochMilliseconds);
  const inAnHour = new Date(now.getTime() + hourMs);
  const thisEvening = at(today, evening);
  const monday = today.add({ days: 8 - today.dayOfWeek });
  const tomorrow = today.add({ days: 1 });
  return [
    { label: "In an hour", at: inAnHour },
    ...(thisEvening > inAnHour ? [{ label: "This evening", at: thisEvening }] : []),
    { label: "Tomorrow", at: at(tomorrow, morning) },
    ...(monday.equals(tomorrow) ? [] : [{ label: "Next week", at: at(monday, morning) }]),
  ];
}

/** Parses the value of a datetime-local field ('2027-01-04T08:00') in a zone. Null if invalid. */
export function getMoment(typed: string, timeZone: string): Date | null {
  if (!/^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(typed)) return null;
  // Computes the UTC offset twice, because it can change in between.
  const asUtc = Date.parse(`${typed.slice(0, 16)}Z`);
  if (Number.isNaN(asUtc)) return null;
  const offsetAt = (ms: number) => zonedTime(new Date(ms), timeZone).offsetNanoseconds / 1_000_000;
  return new Date(asUtc - offsetAt(asUtc - offsetAt(asUtc)));
}

export function fieldTime(at: Date, timeZone: string): string {
  return zonedTime(at, timeZone).toPlainDateTime().toString({ smallestUnit: "minute" });
}
