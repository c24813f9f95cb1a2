import type { PackedDraft } from "@/domain/matching/packed-draft";
import { collectGarbage } from "./memory";
import { median, timed } from "./processor-time";

/**
 * Builds the blob of some drafts several times, in chunks. Returns the median processor time and the longest
 * chunk (ms).
 * The chunks are the same in each build, so a chunk that is slow by itself is slow in most builds. Therefore
 * each chunk counts with its median. A delay in a single build, caused by garbage collection or the
 * scheduler, shows only in `builds`.
 */
export function buildInChunks(draft: PackedDraft, rounds: number) {
  let blob = new ArrayBuffer(0);
  const took: Float64Array[] = [];
  const builds = Array.from({ length: rounds }, () => {
    collectGarbage();
    const { result, cpuMs } = timed(() => compile(draft));
    blob = result.blob;
    took.push(result.chunks);
    return { cpuMs, maxDurationMs: result.chunks.reduce((longest, ms) => Math.max(longest, ms)) };
  });
  const maxDurationMs = took[0]!.reduce(
    (longest, _, at) => Math.max(longest, median(took.map((chunks) => chunks[at]!))),
    0,
  );
  return { blob, builds, cpuMs: median(builds.map((build) => build.cpuMs)), maxDurationMs };
}

/** Wall-clock time of each chunk, because processor time is counted in ticks as long as a whole chunk. */
function compile(draft: PackedDraft): { blob: ArrayBuffer; chunks: Float64Array } {
  const work = draft.compile();
  const chunks: number[] = [];
  for (;;) {
    const startMs = performance.now();
    const chunk = work.next();
    chunks.push(performance.now() - startMs);
    if (chunk.done === true) return { blob: chunk.value, chunks: Float64Array.from(chunks) };
  }
}
