/** The maximum Retry-After we respect (ms). */
export const maxRetryAfterMs = 3_600_000;

/**
 * Returns the wait (ms) after this many consecutive failures (1 is the first): the requested wait, up to an
 * hour, or the base ± half, doubling up to the cap. `random` is a number from 0 to 1.
 */
export function backoffMs(
  failures: number,
  how: { baseMs: number; capMs: number; retryAfterMs?: number | null; random: number },
): number {
  if (how.retryAfterMs !== undefined && how.retryAfterMs !== null)
    return Math.min(how.retryAfterMs, maxRetryAfterMs);
  const doubled = Math.min(how.capMs, how.baseMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(doubled * (0.5 + how.random));
}
