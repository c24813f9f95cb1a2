export const noisyMatches = 100;

/** A watch stops being noisy after this time below the threshold. */
const noisyForMs = 24 * 3_600_000;

/** Watches that exceeded the threshold after this time are noisy. */
export function noisySince(now: Date): Date {
  return new Date(now.getTime() - noisyForMs);
}

/** `noisyAt`: when the watch last exceeded the threshold, in ISO 8601, or null. */
export function isNoisy(noisyAt: string | null, now: Date): boolean {
  return noisyAt !== null && new Date(noisyAt) > noisySince(now);
}

export const noisyKeywordAdvice = "Switch to a digest, or narrow it with an expression";
