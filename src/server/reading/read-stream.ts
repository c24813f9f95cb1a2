import type { StreamBatch } from "@/domain/stream";
import { pool } from "@/server/platform/database";
import type { StreamContext } from "./context";
import { gathered } from "./gathered";
import { listReads } from "./statements/reads";
import type { StreamPosition } from "./statements/streams";
import { nothingOpen, type OpenBatches, type StreamState } from "./stream-state";
import { takeIn } from "./take-in";
import { writeOpen } from "./write-open";

/** Number of crashed readers before the next events are skipped. */
const mostAttempts = 3;
/** A resumed stream starts at most this long after its position (ms). */
const repeatedMs = 60_000;
/** Interval of checking for remaining watches (ms). */
const lookEveryMs = 3_000;

/**
 * Reads a stream from its position until the run ends, there are no watches left, or (if not resident) it has
 * caught up. Matches are recorded with the cursor as soon as they arrive; otherwise the cursor is stored at
 * least every second. A killed read is repeated from there without duplicates. Throws errors of the site, the
 * database and the lease.
 */
export async function readStream(
  context: StreamContext,
  state: StreamState,
  { cursor, at, attempts }: StreamPosition,
): Promise<void> {
  const { site } = context;
  const stop = new AbortController();
  const signal = context.signal ? AbortSignal.any([stop.signal, context.signal]) : stop.signal;
  state.open = nothingOpen();
  state.at = at;
  let isFirst = cursor !== null;
  let isPassing = attempts >= mostAttempts;
  let cameMs = performance.now();
  let lookedMs = cameMs;
  for await (const came of gathered(site.listen(cursor, signal), stop)) {
    const chunks = isPassing ? passedOver(came, at) : came;
    if (chunks.length > 0) {
      cameMs = performance.now();
      state.hasCome = true;
      if (isFirst) state.open.gaps.push(...outgrown(context, at, chunks[0]!));
      isFirst = false;
      isPassing &&= chunks.at(-1)!.at <= at;
    }
    await takeIn(context, state, chunks);
    if (context.clock() >= context.deadline) break;
    if (!state.isResident && isTakenIn(state, performance.now() - cameMs)) break;
    if (performance.now() - lookedMs < lookEveryMs) continue;
    state.reads = await listReads(pool(), site, context.clock());
    lookedMs = performance.now();
    if (state.reads.length === 0) return;
  }
  if (state.open.cursor !== null) await writeOpen(context, state, state.open.cursor);
}

/** Skips batches that crashed their readers: the whole range since the position becomes a gap. */
function passedOver(chunks: readonly StreamBatch[], from: Date): StreamBatch[] {
  return chunks.map((chunk, at) => {
    const isLast = at === chunks.length - 1;
    return { ...chunk, happened: [], gap: isLast && chunk.at > from ? { from, to: chunk.at } : null };
  });
}

function isTakenIn({ at, startedAt, quietMs, hasCome }: StreamState, silentMs: number): boolean {
  return (hasCome && at >= startedAt) || silentMs >= quietMs;
}

/**
 * Returns a gap if the cursor was older than the site's history, because the stream then continues later
 * without an error.
 */
function outgrown({ site, clock }: StreamContext, at: Date, first: StreamBatch): OpenBatches["gaps"] {
  const isOld = clock().getTime() - at.getTime() > site.lookBackMs;
  const isFurther = first.at.getTime() - at.getTime() > repeatedMs;
  return isOld && isFurther && first.gap === null ? [{ from: at, to: first.at }] : [];
}
