/** The first bucket ends here, seconds: what is quicker counts as at once. */
export const firstDelay = 0.1;
/** Each is so much wider than the one before: what is said of one, its middle, is at most 9.6 % from any delay in it. */
export const delayGrowth = 1.2;
/** Holds all from twelve days on. */
export const lastDelayBucket = 90;

/** A delay's middle value and the one that 95 of 100 stay within, seconds. */
export interface Delay {
  p50: number;
  p95: number;
}

/** The bucket of a delay of so many seconds. `bucketSql` of server/platform/delay-sql.ts says the same to PostgreSQL. */
export function bucketOf(seconds: number): number {
  if (seconds < firstDelay) return 0;
  return Math.min(lastDelayBucket, 1 + Math.floor(Math.log(seconds / firstDelay) / Math.log(delayGrowth)));
}

/** What a bucket's delays are told as, seconds. */
export function secondsOf(bucket: number): number {
  return bucket === 0 ? 0 : firstDelay * delayGrowth ** (bucket - 0.5);
}

/** The quantiles of what is counted by bucket; null of nothing. */
export function delayOf(counted: readonly { bucket: number; count: number }[]): Delay | null {
  const sorted = counted.toSorted((one, other) => one.bucket - other.bucket);
  const all = sorted.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  const within = (share: number) => {
    let passed = 0;
    const found = sorted.find(({ count }) => (passed += count) >= share * all);
    return secondsOf(found!.bucket);
  };
  return { p50: within(0.5), p95: within(0.95) };
}
