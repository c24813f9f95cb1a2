import type { PackedDraft } from "@/domain/matching/packed-draft";
import { collectGarbage } from "./memory";
import { median, timed } from "./processor-time";

/**
 * Builds some drafts' blob several times, piece by piece: the median of the processor time, and the longest piece, ms. The pieces
 * are the same each time, so one that is long by itself is long in most builds: a piece counts with its median. What held up one
 * build alone, the collector or the machine's scheduler, shows in `builds`.
 */
export function buildInChunks(draft: PackedDraft, rounds: number) {
  let blob = new ArrayBuffer(0);
  const took: Float64Array[] = [];
  const builds = Array.from({ length: rounds }, () => {
    collectGarbage();
    const { result, cpuMs } = timed(() => compile(draft));
    blob = result.blob;
    took.push(result.pieces);
    return { cpuMs, longestMs: result.pieces.reduce((longest, ms) => Math.max(longest, ms)) };
  });
  const longestMs = took[0]!.reduce(
    (longest, _, at) => Math.max(longest, median(took.map((pieces) => pieces[at]!))),
    0,
  );
  return { blob, builds, cpuMs: median(builds.map((build) => build.cpuMs)), longestMs };
}

/** How long each piece took, by the clock: processor time is counted in ticks, as long as a piece may be at most. */
function compile(draft: PackedDraft): { blob: ArrayBuffer; pieces: Float64Array } {
  const work = draft.compile();
  const pieces: number[] = [];
  for (;;) {
    const startMs = performance.now();
    const piece = work.next();
    pieces.push(performance.now() - startMs);
    if (piece.done === true) return { blob: piece.value, pieces: Float64Array.from(pieces) };
  }
}
