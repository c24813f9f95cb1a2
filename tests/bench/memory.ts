import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Twice: what the first one finds unused of array buffers is let go of by V8's sweep, for which the second one waits. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
}

/** What the process holds once its garbage is collected. */
export function heldMegabytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

/** The most memory above what the process had before, garbage included, sampled while the work goes on; in MB. */
export async function mostMemory(work: () => Promise<unknown>): Promise<number> {
  collectGarbage();
  const idle = process.memoryUsage().rss;
  let most = idle;
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  await work();
  clearInterval(sampling);
  return (most - idle) / 2 ** 20;
}
