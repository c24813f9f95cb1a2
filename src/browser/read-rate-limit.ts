import { rateLimitRecord, type RateLimitRecord } from "./rate-limit";
import { storedRateLimit } from "./rate-limit-record";

/** Returns this browser's last rate limit. Null without one, or if its end was already shown. */
export function readRateLimit(): RateLimitRecord | null {
  const parsed = rateLimitRecord.safeParse(valueOf(storedRateLimit() ?? ""));
  return parsed.success ? parsed.data : null;
}

function valueOf(text: string): unknown {
  // Other code on the same origin can write to this key.
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
