import { Temporal } from "temporal-polyfill";

/** How soon a match is mailed: at once, on the hour, or once a day. */
export type Rhythm = "realtime" | "hourly" | "daily";

/** The local hour of the daily digest. */
export const dailyDigestHour = 8;

/**
 * When a match recorded at `now` is mailed: realtime at once, hourly at the next
 * :00 and daily at the next 08:00 of the user's zone, both strictly after `now`. Where 08:00 falls into a gap of
 * daylight saving the digest moves behind it; where it happens twice, the first counts. A zone this machine does
 * not know is read as UTC.
 */
export function nextSlot(rhythm: Rhythm, now: Date, timeZone: string): Date {
  if (rhythm === "realtime") return now;
  const local = localTime(now, timeZone);
  return new Date((rhythm === "hourly" ? nextHour(local) : nextMorning(local)).epochMilliseconds);
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

function nextMorning(local: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const at = Temporal.PlainTime.from({ hour: dailyDigestHour });
  let day = local.toPlainDate();
  // Two steps at most on today's maps; a zone that skips a day takes one more.
  for (;;) {
    const morning = day.toZonedDateTime({ timeZone: local.timeZoneId, plainTime: at });
    if (Temporal.ZonedDateTime.compare(morning, local) > 0) return morning;
    day = day.add({ days: 1 });
  }
}

function localTime(now: Date, timeZone: string): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  try {
    return instant.toZonedDateTimeISO(timeZone);
  } catch {
    // One account with a zone that has left the tables must not hold up a run for all the others.
    return instant.toZonedDateTimeISO("UTC");
  }
}
