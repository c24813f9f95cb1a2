import type { DigestSchedule } from "./digest-schedule";
import { zonedTime } from "../time/zoned-time";

/** Until the user unmutes. Later than any date a user could enter. */
const forever = new Date("9999-12-31T00:00:00.000Z");
const hourMs = 3_600_000;

/** Returns the end of a requested mute: an ISO time, 'hour', 'tomorrow', 'forever', or null for none. */
export function muteEnd(wish: string | null, now: Date, schedule: DigestSchedule): Date | null {
  switch (wish) {
    case null:
      return null;
    case "hour":
      return new Date(now.getTime() + hourMs);
    case "tomorrow":
      return tomorrow(now, schedule);
    case "forever":
      return forever;
    default:
      return new Date(wish);
  }
}

export function activeMute(mutedUntil: Date | null): string | null {
  return mutedUntil === null || mutedUntil < forever ? (mutedUntil?.toISOString() ?? null) : "forever";
}

/** Returns the digest hour of the next day in the user's zone. */
export function tomorrow(now: Date, { timeZone, digestHour }: DigestSchedule): Date {
  const local = zonedTime(now, timeZone);
  const day = local.toPlainDate().add({ days: 1 });
  const plainTime = { hour: digestHour };
  return new Date(day.toZonedDateTime({ timeZone: local.timeZoneId, plainTime }).epochMilliseconds);
}
