import { Temporal } from "temporal-polyfill";

/** Converts a time to a zone. Unknown zones are treated as UTC. */
export function zonedTime(at: Date, timeZone: string): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime());
  try {
    return instant.toZonedDateTimeISO(timeZone);
  } catch {
    // One account with a zone that was removed from the database must not block a run for all others.
    return instant.toZonedDateTimeISO("UTC");
  }
}
