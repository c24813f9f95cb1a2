import { longestSnoozeDays } from "@/domain/retention";
import { AppError } from "@/server/platform/errors";

const dayMs = 86_400_000;

/** Until when something is to wait, as it is kept; VALIDATION_ERROR for a time that is not ahead, or further than is let. */
export function snoozeTime(until: string | null, now: Date): Date | null {
  if (until === null) return null;
  const aheadMs = Date.parse(until) - now.getTime();
  if (aheadMs <= 0) throw refused("Choose a future time");
  if (aheadMs > longestSnoozeDays * dayMs) throw refused("Choose a time within a year");
  return new Date(until);
}

const refused = (text: string) => new AppError("VALIDATION_ERROR", text, { errors: { until: [text] } });
