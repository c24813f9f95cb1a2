/** Nobody may silence us for longer by one answer, milliseconds; then we ask again. */
export const maxRetryAfterMs = 3_600_000;

/**
 * How long to wait after the given number of failures in a row (1 is the first), milliseconds: what the other
 * side asked for, up to an hour, else the base ± half, doubling up to the cap. `random` is a number from 0 to 1.
 */
export function backoffMs(
  failures: number,
  how: { baseMs: number; capMs: number; askedMs?: number | null; random: number },
): number {
  if (how.askedMs !== undefined && how.askedMs !== null) return Math.min(how.askedMs, maxRetryAfterMs);
  const doubled = Math.min(how.capMs, how.baseMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(doubled * (0.5 + how.random));
}
