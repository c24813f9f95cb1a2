import { Temporal } from "temporal-polyfill";

/** A moment as the clocks of a zone show it; a zone this machine does not know is read as UTC. */
export function zonedTime(at: Date, timeZone: string): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime());
  try {
    return instant.toZonedDateTimeISO(timeZone);
  } catch {
    // One account's zone that has left the tables must not hold up a run for all the others.
    return instant.toZonedDateTimeISO("UTC");
  }
}
