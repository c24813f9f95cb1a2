import type { RateLimited, RateLimitRecord } from "./rate-limit";

// Names from the specification.
const recordName = "lastRateLimitError";
const flagName = "rateLimitExceeded";

type Listener = (record: RateLimitRecord) => void;
const listeners = new Set<Listener>();

/** Stores the details of a 429 in this browser and notifies listeners in this tab. */
export function storeRateLimit(limited: RateLimited, now: Date): void {
  const { code, message, retryAfterSeconds, limit, remaining } = limited;
  const record = { code, message, retryAfter: retryAfterSeconds, limit, remaining, timestamp: now.getTime() };
  localStorage.setItem(recordName, JSON.stringify(record));
  localStorage.setItem(flagName, "true");
  for (const listener of listeners) listener(record);
}

/**
 * Returns the stored record unparsed, so it is stable until the next rate limit. Null without a rate limit.
 */
export function storedRateLimit(): string | null {
  return localStorage.getItem(flagName) === null ? null : localStorage.getItem(recordName);
}

/** Deletes the record. Called after showing the end of the wait. */
export function clearRateLimit(): void {
  localStorage.removeItem(recordName);
  localStorage.removeItem(flagName);
}

/** Calls `listener` for every rate limit in this tab. Returns a function that removes it. */
export function onRateLimit(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
