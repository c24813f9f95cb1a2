/** In processor time, so that what else runs on the machine disturbs little. */
export function timed<T>(work: () => T): { result: T; elapsedMs: number; cpuMs: number } {
  const start = performance.now();
  const startCpu = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(startCpu);
  return { result, elapsedMs: performance.now() - start, cpuMs: (user + system) / 1000 };
}

/** How long a work is carried out before it counts: until then it may still be interpreted, or be being compiled. */
const warmMs = 250;

/**
 * Runs the works in turns, so many times each, and answers the median processor time of each in milliseconds. Each is
 * warm before: what compiling costs is the process's time too, and ends at another moment in every process.
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
