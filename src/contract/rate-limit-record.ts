import type { RateLimited, RateLimitRecord } from "./rate-limit";

// The names are the specification's.
const recordName = "lastRateLimitError";
const flagName = "rateLimitExceeded";

type Listener = (record: RateLimitRecord) => void;
const listeners = new Set<Listener>();

/** Keeps what a 429 said in this browser and tells whoever listens in this tab. */
export function storeRateLimit(limited: RateLimited, now: Date): void {
  const { code, message, retryAfterSeconds, limit, remaining } = limited;
  const record = { code, message, retryAfter: retryAfterSeconds, limit, remaining, timestamp: now.getTime() };
  localStorage.setItem(recordName, JSON.stringify(record));
  localStorage.setItem(flagName, "true");
  for (const listener of listeners) listener(record);
}

/** The record as it is kept, the same string until another limit is met; null when there is none. */
export function keptRateLimit(): string | null {
  return localStorage.getItem(flagName) === null ? null : localStorage.getItem(recordName);
}

/** Forgets it; for the one who has told that the wait is over. */
export function clearRateLimit(): void {
  localStorage.removeItem(recordName);
  localStorage.removeItem(flagName);
}

/** Calls `listener` with every limit that this tab meets; answers how to stop listening. */
export function onRateLimit(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
