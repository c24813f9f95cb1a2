import { isQuietTime, type Quiet, type QuietHours } from "./quiet-hours";
import { zonedTime } from "../time/zoned-time";

/** When messages can be sent, or null if now. In local time: an hour that occurs twice is quiet twice. */
export function silentUntil(now: Date, { timeZone, quietHours, mutedUntil }: Quiet): Date | null {
  const from = mutedUntil !== null && mutedUntil > now ? mutedUntil : now;
  const until = quietHours === null ? from : quietEnd(from, timeZone, quietHours);
  return until > now ? until : null;
}

/** A due time this soon after the end of quiet hours was caused by them, a later one by a mute. */
const soonMs = 600_000;

export const quietText = "Some of these matches were held during your quiet hours.";

/** True if a message due at `dueAt` waited for the end of quiet hours: they deferred its last match. */
export function waitedForQuiet(dueAt: Date, deferredAt: Date | null, quiet: Quiet): boolean {
  if (deferredAt === null) return false;
  const end = silentUntil(deferredAt, { ...quiet, mutedUntil: null });
  if (end === null) return false;
  const afterMs = dueAt.getTime() - end.getTime();
  return afterMs >= 0 && afterMs < soonMs;
}

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/** Returns the first time from `at` on that is not quiet, possibly `at` itself. */
function quietEnd(at: Date, timeZone: string, quiet: QuietHours): Date {
  let local = zonedTime(at, timeZone);
  while (isQuietTime(local.toPlainTime().toString({ smallestUnit: "minute" }), quiet)) {
    const end = local.add({ milliseconds: millisecondsTo(quiet.to, local) });
    const shift = local.getTimeZoneTransition("next");
    const isBefore = shift !== null && shift.epochMilliseconds < end.epochMilliseconds;
    local = isBefore ? shift : end;
  }
  return new Date(local.epochMilliseconds);
}

function millisecondsTo(
  time: string,
  { hour, minute, second, millisecond }: ReturnType<typeof zonedTime>,
): number {
  const [toHour, toMinute] = time.split(":").map(Number);
  const minutes = toHour! * 60 + toMinute! - (hour * 60 + minute);
  return ((minutes + dayMinutes) % dayMinutes) * minuteMs - (second * 1000 + millisecond);
}
