import { Temporal } from "temporal-polyfill";
import { zonedTime } from "./zoned-time";

/** How soon a match is mailed: at once, on the hour, or once a day. */
export type Rhythm = "realtime" | "hourly" | "daily";

/** When a user's daily digests come. */
export interface DigestSchedule {
  timeZone: string;
  /** Of the day there, 0 to 23. */
  digestHour: number;
  /** ISO weekdays, 1 is Monday; never empty. */
  digestDays: readonly number[];
}

export const everyDay: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

/** Of who chose no hour and no days: 08:00, every day. */
export function usualDigests(timeZone: string): DigestSchedule {
  return { timeZone, digestHour: 8, digestDays: everyDay };
}

/**
 * When a match recorded at `now` is mailed: realtime at once, hourly at the next :00 and daily at the digest hour of the next
 * day that has a digest, both strictly after `now`. Where that hour falls into a gap of daylight saving the digest moves behind
 * it; where it happens twice, the first counts. A zone this machine does not know is read as UTC.
 */
export function nextSlot(rhythm: Rhythm, now: Date, schedule: DigestSchedule): Date {
  if (rhythm === "realtime") return now;
  const local = zonedTime(now, schedule.timeZone);
  const next = rhythm === "hourly" ? nextHour(local) : nextDigest(local, schedule);
  return new Date(next.epochMilliseconds);
}

/** The next slot of each rhythm. */
export function nextSlots(now: Date, schedule: DigestSchedule): Record<Rhythm, Date> {
  return {
    realtime: now,
    hourly: nextSlot("hourly", now, schedule),
    daily: nextSlot("daily", now, schedule),
  };
}

function nextHour(local: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  let next = local;
  // Exact minutes are added, so a shift of the clock in between can end beside the hour: then on from there.
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
  // Eight steps at most: a week, and the day at hand, whose hour may be over.
  for (;;) {
    if (digestDays.includes(day.dayOfWeek)) {
      const digest = day.toZonedDateTime({ timeZone: local.timeZoneId, plainTime: at });
      if (Temporal.ZonedDateTime.compare(digest, local) > 0) return digest;
    }
    day = day.add({ days: 1 });
  }
}
