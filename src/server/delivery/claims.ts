/** Claims (ms) are renewed, so another worker can continue soon after one was killed. */
export const claimMs = 9_000;
const renewEveryMs = 3_000;

export async function whileClaimed<T>(
  now: Date,
  renew: (leaseUntil: Date) => Promise<void>,
  work: () => Promise<T>,
): Promise<T> {
  const startedMs = performance.now();
  let renewing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    const leaseUntil = new Date(now.getTime() + performance.now() - startedMs + claimMs);
    // If it fails, the next one is in time.
    renewing = renew(leaseUntil).catch(() => undefined);
  }, renewEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await renewing;
  }
}
