import { rateLimitRecord, type RateLimitRecord } from "./rate-limit";
import { keptRateLimit } from "./rate-limit-record";

/** The limit this browser met last; null when it met none or its wait was shown to be over. */
export function readRateLimit(): RateLimitRecord | null {
  const parsed = rateLimitRecord.safeParse(valueOf(keptRateLimit() ?? ""));
  return parsed.success ? parsed.data : null;
}

function valueOf(text: string): unknown {
  // Anything on the same origin may have written there.
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
