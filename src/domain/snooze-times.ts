import type { Temporal } from "temporal-polyfill";
import { zonedTime } from "./zoned-time";

/** A time that is offered to snooze until. */
export interface SnoozeTime {
  label: string;
  at: Date;
}

const hourMs = 3_600_000;
const [evening, morning] = [18, 8];

/** What is offered now, by the clocks of a zone, the nearest first. This evening is no offer within the hour before it. */
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

/** What a field for a date and a time says ('2027-01-04T08:00'), as a moment of a zone; null where it is none. */
export function momentOf(typed: string, timeZone: string): Date | null {
  if (!/^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(typed)) return null;
  // The zone's distance from UTC then: taken twice, because it may change in between.
  const asUtc = Date.parse(`${typed.slice(0, 16)}Z`);
  if (Number.isNaN(asUtc)) return null;
  const offsetAt = (ms: number) => zonedTime(new Date(ms), timeZone).offsetNanoseconds / 1_000_000;
  return new Date(asUtc - offsetAt(asUtc - offsetAt(asUtc)));
}

/** A moment as such a field takes it. */
export function fieldTime(at: Date, timeZone: string): string {
  return zonedTime(at, timeZone).toPlainDateTime().toString({ smallestUnit: "minute" });
}
