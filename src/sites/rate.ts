import type { Rate } from "@/domain/reading/site-error";

/** Reads the rate-limit headers. Each can be missing, and 'remaining' is a decimal fraction. */
export function readRate(headers: Headers): Rate {
  return {
    used: readNumber(headers.get("x-ratelimit-used")),
    remaining: readNumber(headers.get("x-ratelimit-remaining")),
    resetSeconds: readNumber(headers.get("x-ratelimit-reset")),
  };
}

/** `Retry-After` in milliseconds, from seconds or from an HTTP date; null if absent or unreadable. */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | null {
  const value = headers.get("retry-after")?.trim();
  if (!value) return null;
  const seconds = readNumber(value);
  if (seconds !== null) return seconds * 1000;
  const at = /[a-z]/i.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

function readNumber(value: string | null): number | null {
  const text = value?.trim();
  return text && /^\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}
