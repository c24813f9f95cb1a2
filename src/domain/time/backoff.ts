export const maxRetryAfterMs = 3_600_000;

/** Wait (ms): the requested one, up to an hour, or base ± half, doubling up to the cap. `random`: 0 to 1. */
export function backoffMs(
  failures: number,
  how: { baseMs: number; capMs: number; retryAfterMs?: number | null; random: number },
): number {
  if (how.retryAfterMs !== undefined && how.retryAfterMs !== null)
    return Math.min(how.retryAfterMs, maxRetryAfterMs);
  const doubled = Math.min(how.capMs, how.baseMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(doubled * (0.5 + how.random));
}
