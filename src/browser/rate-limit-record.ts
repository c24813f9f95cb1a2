import type { RateLimited, RateLimitRecord } from "./rate-limit";

// Names from the specification.
const recordName = "lastRateLimitError";
const flagName = "rateLimitExceeded";

type Listener = (record: RateLimitRecord) => void;
const listeners = new Set<Listener>();

export function storeRateLimit(limited: RateLimited, now: Date): void {
  const { code, message, retryAfterSeconds, limit, remaining } = limited;
  const record = { code, message, retryAfter: retryAfterSeconds, limit, remaining, timestamp: now.getTime() };
  localStorage.setItem(recordName, JSON.stringify(record));
  localStorage.setItem(flagName, "true");
  for (const listener of listeners) listener(record);
}

/** Returns the record unparsed, which keeps it stable until the next rate limit, or null. */
export function storedRateLimit(): string | null {
  return localStorage.getItem(flagName) === null ? null : localStorage.getItem(recordName);
}

export function clearRateLimit(): void {
  localStorage.removeItem(recordName);
  localStorage.removeItem(flagName);
}

export function onRateLimit(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
