import { setImmediate } from "node:timers/promises";

/**
 * Returns a function to await in a loop: whenever the loop has run for this long (ms), it lets other requests
 * run.
 */
export function pacer(maxMs = 10): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < maxMs) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
