import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Collects twice: the second collection waits for V8's sweep, which frees the array buffers found by the
 * first.
 */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
}

/** The process's memory after a garbage collection. */
export function retainedMegabytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

/** The peak memory above the start value (MB), including garbage, sampled during the work. */
export async function maxMemory(work: () => Promise<unknown>): Promise<number> {
  collectGarbage();
  const idle = process.memoryUsage().rss;
  let max = idle;
  const sampling = setInterval(() => (max = Math.max(max, process.memoryUsage().rss)), 20);
  await work();
  clearInterval(sampling);
  return (max - idle) / 2 ** 20;
}
