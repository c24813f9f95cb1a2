/** Upper bound of the first bucket (s). Shorter delays count as immediate. */
export const firstDelay = 0.1;
/** Growth factor per bucket. A bucket's middle differs from its delays by at most 9.6 %. */
export const delayGrowth = 1.2;
/** Contains all delays of twelve days or more. */
export const lastDelayBucket = 90;

/** Median and 95th percentile of a delay (s). */
export interface Delay {
  p50: number;
  p95: number;
}

/** Returns the bucket of a delay. Must match `bucketSql` in server/delivery/statements/delays.ts. */
export function getBucket(seconds: number): number {
  if (seconds < firstDelay) return 0;
  return Math.min(lastDelayBucket, 1 + Math.floor(Math.log(seconds / firstDelay) / Math.log(delayGrowth)));
}

export function toSeconds(bucket: number): number {
  return bucket === 0 ? 0 : firstDelay * delayGrowth ** (bucket - 0.5);
}

export function getDelay(counted: readonly { bucket: number; count: number }[]): Delay | null {
  const sorted = counted.toSorted((one, other) => one.bucket - other.bucket);
  const all = sorted.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  const within = (share: number) => {
    let passed = 0;
    const found = sorted.find(({ count }) => (passed += count) >= share * all);
    return toSeconds(found!.bucket);
  };
  return { p50: within(0.5), p95: within(0.95) };
}
