import { isQuietTime, type Quiet, type QuietHours } from "./quiet-hours";
import { zonedTime } from "./zoned-time";

/**
 * When messages may go again that a mute or quiet hours keep back at `now`; null: nothing does. It goes by the clock on the wall, so
 * that an hour which comes twice in autumn is quiet twice, and one that spring leaves out makes the night shorter.
 */
export function silentUntil(now: Date, { timeZone, quietHours, mutedUntil }: Quiet): Date | null {
  const from = mutedUntil !== null && mutedUntil > now ? mutedUntil : now;
  const until = quietHours === null ? from : quietEnd(from, timeZone, quietHours);
  return until > now ? until : null;
}

/** A slot so soon after the end of quiet hours comes from them; a later one waited for a mute. */
const soonMs = 600_000;

/** What a message says that waited for them. */
export const quietText = "Some of these matches were held during your quiet hours.";

/** Whether a message of this slot waited for the end of quiet hours: what of it was held last was heard in them. */
export function waitedForQuiet(slot: Date, heldAt: Date | null, quiet: Quiet): boolean {
  if (heldAt === null) return false;
  const end = silentUntil(heldAt, { ...quiet, mutedUntil: null });
  if (end === null) return false;
  const afterMs = slot.getTime() - end.getTime();
  return afterMs >= 0 && afterMs < soonMs;
}

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/** The first moment from `at` on that is not quiet: `at` itself where it is none. */
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
