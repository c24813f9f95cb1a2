import { Temporal } from "temporal-polyfill";
import { zonedTime } from "../time/zoned-time";

export type DeliveryFrequency = "realtime" | "hourly" | "daily";

export interface DigestSchedule {
  timeZone: string;
  /** Local hour, 0 to 23. */
  digestHour: number;
  /** ISO weekdays, 1 is Monday; never empty. */
  digestDays: readonly number[];
}

export const everyDay: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

export function usualDigests(timeZone: string): DigestSchedule {
  return { timeZone, digestHour: 8, digestDays: everyDay };
}

/**
 * Returns when a match recorded at `now` is emailed: real-time immediately, hourly at the next :00, daily at
 * the digest hour of the next digest day. The latter two are strictly after `now`. If daylight saving skips
 * that hour, the digest moves to the end of the gap; if the hour occurs twice, the first one counts. Unknown
 * zones are treated as UTC.
 */
export function nextDueAt(frequency: DeliveryFrequency, now: Date, schedule: DigestSchedule): Date {
  if (frequency === "realtime") return now;
  const local = zonedTime(now, schedule.timeZone);
  const next = frequency === "hourly" ? nextHour(local) : nextDigest(local, schedule);
  return new Date(next.epochMilliseconds);
}

export function nextDueTimes(now: Date, schedule: DigestSchedule): Record<DeliveryFrequency, Date> {
  return {
    realtime: now,
    hourly: nextDueAt("hourly", now, schedule),
    daily: nextDueAt("daily", now, schedule),
  };
}

const dayMs = 86_400_000;

/**
 * Returns when a waiting digest is due after a change of the hour or zone on the same digest days: now, if the
 * new schedule would postpone it by more than a day, such as by a week.
 */
export function rescheduledDigest(before: DigestSchedule, now: Date, schedule: DigestSchedule): Date {
  const next = nextDueAt("daily", now, schedule);
  const isSameDays = before.digestDays.join() === schedule.digestDays.join();
  return isSameDays && next.getTime() - nextDueAt("daily", now, before).getTime() > dayMs ? now : next;
}

function nextHour(local: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  let next = local;
  // Adds exact minutes, so after a clock change the result can be off the hour: then continue from there.
  do next = next.add({ milliseconds: millisecondsToTheHour(next) });
  while (next.minute !== 0);
  return next;
}

function millisecondsToTheHour(local: Temporal.ZonedDateTime): number {
  return 3_600_000 - (local.minute * 60_000 + local.second * 1000 + local.millisecond);
}

function nextDigest(
  local: Temporal.ZonedDateTime,
  { digestHour, digestDays }: DigestSchedule,
): Temporal.ZonedDateTime {
  const at = Temporal.PlainTime.from({ hour: digestHour });
  let day = local.toPlainDate();
  // At most eight iterations: a week, and today if its digest hour has passed.
  for (;;) {
    if (digestDays.includes(day.dayOfWeek)) {
      const digest = day.toZonedDateTime({ timeZone: local.timeZoneId, plainTime: at });
      if (Temporal.ZonedDateTime.compare(digest, local) > 0) return digest;
    }
    day = day.add({ days: 1 });
  }
}
