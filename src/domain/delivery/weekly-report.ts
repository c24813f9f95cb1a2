import { Temporal } from "temporal-polyfill";
import { type DigestSchedule, nextDueAt } from "./digest-schedule";
import { localDay } from "../time/moment";
import { zonedTime } from "../time/zoned-time";

export const weeklyReport = "weekly-report";
const monday = 1;
const dayMs = 86_400_000;

/** When a user's next report is due: Monday in their zone, at their digest hour, after `now`. */
export function nextReport(now: Date, { timeZone, digestHour }: Omit<DigestSchedule, "digestDays">): Date {
  return nextDueAt("daily", now, { timeZone, digestHour, digestDays: [monday] });
}

/** After a change of zone or digest hour: a report that is due or overdue isn't moved to the next week. */
export function rescheduledReport(
  before: { weeklyReportAt: Date | null; timeZone: string },
  now: Date,
  schedule: Omit<DigestSchedule, "digestDays">,
): Date {
  if (before.weeklyReportAt === null) return nextReport(now, schedule);
  const latest = nextReport(new Date(now.getTime() - 6 * dayMs), schedule);
  const isOwed = localDay(before.weeklyReportAt, before.timeZone) <= localDay(latest, schedule.timeZone);
  return isOwed ? latest : nextReport(now, schedule);
}

/** Deduplication key of a report: one per Monday, however often it is scheduled. */
export function reportKey(dueAt: Date, timeZone: string): string {
  return `${weeklyReport}:${localDay(dueAt, timeZone)}`;
}

export function parseReportKey(dedupeKey: string): string | null {
  const [template, day] = dedupeKey.split(":");
  return template === weeklyReport && day !== undefined ? day : null;
}

/** True if the next report is already due. After a long mute, only the latest one is sent. */
export function isOldReport(dedupeKey: string, timeZone: string, now: Date): boolean {
  const day = parseReportKey(dedupeKey);
  return day !== null && day <= localDay(new Date(now.getTime() - 7 * dayMs), timeZone);
}

export interface ReportedWeek {
  beforeFrom: Date;
  from: Date;
  to: Date;
}

/** Uses local days, whose length changes with daylight saving. */
export function weekBefore(mondayDate: string, timeZone: string): ReportedWeek {
  const { timeZoneId } = zonedTime(new Date(0), timeZone);
  const end = Temporal.PlainDate.from(mondayDate);
  const startOf = (days: number) =>
    new Date(end.subtract({ days }).toZonedDateTime(timeZoneId).epochMilliseconds);
  return { beforeFrom: startOf(14), from: startOf(7), to: startOf(0) };
}
