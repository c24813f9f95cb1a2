/** Measures processor time too, which hardly depends on other load. */
export function timed<T>(work: () => T): { result: T; elapsedMs: number; cpuMs: number } {
  const start = performance.now();
  const startCpu = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(startCpu);
  return { result, elapsedMs: performance.now() - start, cpuMs: (user + system) / 1000 };
}

/** Warm-up before measuring (ms), so the code is compiled. */
const warmMs = 250;

/**
 * Runs the works alternately, this many times each, and returns the median processor time of each (ms). Warms
 * each one up first: compilation counts as processor time too and ends at a different moment in every
 * process.
 */
export function inTurns(rounds: number, works: readonly (() => unknown)[]): number[] {
  for (const work of works) for (let spentMs = 0; spentMs < warmMs;) spentMs += timed(work).elapsedMs;
  const spent = works.map((): number[] => []);
  for (let round = 0; round < rounds; round++)
    works.forEach((work, index) => spent[index]!.push(timed(work).cpuMs));
  return spent.map(median);
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
