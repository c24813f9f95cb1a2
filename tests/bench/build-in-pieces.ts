import type { PackedDraft } from "@/domain/matching/packed-draft";
import { collectGarbage } from "./memory";
import { median, timed } from "./processor-time";

/** Builds some drafts' blob several times, piece by piece; the medians of the processor time and of the longest pieces, ms. */
export function buildInPieces(draft: PackedDraft, rounds: number) {
  let blob = new ArrayBuffer(0);
  const builds = Array.from({ length: rounds }, () => {
    collectGarbage();
    const { result, cpuMs } = timed(() => compile(draft));
    blob = result.blob;
    return { cpuMs, longestMs: result.longestMs };
  });
  const cpuMs = median(builds.map((build) => build.cpuMs));
  const longestMs = median(builds.map((build) => build.longestMs));
  return { blob, builds, cpuMs, longestMs };
}

function compile(draft: PackedDraft): { blob: ArrayBuffer; longestMs: number } {
  const work = draft.compile();
  let longestMs = 0;
  for (;;) {
    const startMs = performance.now();
    const piece = work.next();
    // By the clock: processor time is counted in ticks, as long as a piece may be at most.
    longestMs = Math.max(longestMs, performance.now() - startMs);
    if (piece.done === true) return { blob: piece.value, longestMs };
  }
}
