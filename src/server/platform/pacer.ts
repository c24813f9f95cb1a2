import { setImmediate } from "node:timers/promises";

/** Await it in a loop: it lets other requests run after this long (ms). */
export function pacer(maxMs = 10): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < maxMs) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
