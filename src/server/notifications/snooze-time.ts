import { maxSnoozeDays } from "@/domain/plans/retention";
import { fieldError } from "@/server/platform/errors";

const dayMs = 86_400_000;

/** Parses a snooze time. Throws VALIDATION_ERROR if it is in the past or too far ahead. */
export function snoozeTime(until: string | null, now: Date): Date | null {
  if (until === null) return null;
  const aheadMs = Date.parse(until) - now.getTime();
  if (aheadMs <= 0) throw refused("Choose a future time");
  if (aheadMs > maxSnoozeDays * dayMs) throw refused("Choose a time within a year");
  return new Date(until);
}

const refused = (text: string) => fieldError("until", text);
