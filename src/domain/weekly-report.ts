import { Temporal } from "temporal-polyfill";
import { type DigestSchedule, nextSlot } from "./digest-schedule";
import { localDay } from "./moment";
import { zonedTime } from "./zoned-time";

/** The template of the mail that tells of a week. */
export const weeklyReport = "weekly-report";
const monday = 1;

/** When a user's next report is due: on a Monday of their zone, at the hour of their digests, after `now`. */
export function nextReport(now: Date, { timeZone, digestHour }: Omit<DigestSchedule, "digestDays">): Date {
  return nextSlot("daily", now, { timeZone, digestHour, digestDays: [monday] });
}

/** The slot of a report that was due at a moment: one for each Monday, however often it is planned. */
export function reportSlot(dueAt: Date, timeZone: string): string {
  return `${weeklyReport}:${localDay(dueAt, timeZone)}`;
}

/** The Monday of such a slot, '2026-11-23'; null for every other slot. */
export function mondayOfSlot(slot: string): string | null {
  const [template, day] = slot.split(":");
  return template === weeklyReport && day !== undefined ? day : null;
}

/** The week before a Monday, and the one before that: where each begins, and where the last ends. */
export interface ReportedWeek {
  beforeFrom: Date;
  from: Date;
  to: Date;
}

/** By the days of the zone, which are longer and shorter where its clock is changed. */
export function weekBefore(mondayDate: string, timeZone: string): ReportedWeek {
  const { timeZoneId } = zonedTime(new Date(0), timeZone);
  const end = Temporal.PlainDate.from(mondayDate);
  const startOf = (days: number) =>
    new Date(end.subtract({ days }).toZonedDateTime(timeZoneId).epochMilliseconds);
  return { beforeFrom: startOf(14), from: startOf(7), to: startOf(0) };
}
