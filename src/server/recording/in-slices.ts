import { setImmediate as breathe } from "node:timers/promises";
import type { InChunks } from "@/domain/matching/compiled";

/** Steps are short, so a slice ends soon after this (ms). */
const sliceMs = 2;

/** Runs work in slices of a few milliseconds, so requests, timers and the database are served in between. */
export async function inSlices<T>(work: InChunks<T>): Promise<T> {
  for (;;) {
    const started = performance.now();
    do {
      const step = work.next();
      if (step.done === true) return step.value;
    } while (performance.now() - started < sliceMs);
    await breathe();
  }
}
