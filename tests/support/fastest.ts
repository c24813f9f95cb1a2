/** Returns the shortest duration of several runs (ms): other processes make single runs slower, never faster. */
export function fastestMs(work: () => unknown, runs = 5): number {
  return Math.min(
    ...Array.from({ length: runs }, () => {
      const startedMs = performance.now();
      work();
      return performance.now() - startedMs;
    }),
  );
}
