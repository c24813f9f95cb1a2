/** In processor time, so that what else runs on the machine disturbs little. */
export function timed<T>(work: () => T): { result: T; elapsedMs: number; cpuMs: number } {
  const start = performance.now();
  const startCpu = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(startCpu);
  return { result, elapsedMs: performance.now() - start, cpuMs: (user + system) / 1000 };
}

/** Runs the works in turns, so many times each, and answers the median processor time of each in milliseconds. */
export function inTurns(rounds: number, works: readonly (() => unknown)[]): number[] {
  const spent = works.map((): number[] => []);
  for (let round = 0; round < rounds; round++)
    works.forEach((work, index) => spent[index]!.push(timed(work).cpuMs));
  return spent.map(median);
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
