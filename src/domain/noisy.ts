/** A watch that records more matches than this in a day of its user's zone is noisy. */
export const noisyMatches = 100;

/** After so long without being above it, it is so no more. */
const noisyForMs = 24 * 3_600_000;

/** What stood above it since then is noisy now. */
export function noisySince(now: Date): Date {
  return new Date(now.getTime() - noisyForMs);
}

/** Of a watch that was above it last at `noisyAt`, in ISO 8601; null: never. */
export function isNoisy(noisyAt: string | null, now: Date): boolean {
  return noisyAt !== null && new Date(noisyAt) > noisySince(now);
}

/** What can be done about it. */
export const makeQuieter = "Switch to a digest, or narrow it with an expression";
