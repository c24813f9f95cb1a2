import type { StreamBatch } from "@/domain/reading/stream";
import { pool } from "@/server/platform/database";
import type { StreamContext } from "./context";
import { gathered } from "./gathered";
import { listReads, type WatchedRead } from "./statements/reads";
import type { StreamPosition } from "./statements/streams";
import { nothingOpen, type OpenBatches, type StreamState } from "./stream-state";
import { ingestEvents } from "./ingest-events";
import { writeOpen } from "./write-open";

/** Number of crashed readers before the next events are skipped. */
const maxAttempts = 3;
/** A resumed stream starts at most this long after its position (ms). */
const repeatedMs = 60_000;
/** Interval of checking for remaining watches (ms). */
const lookEveryMs = 3_000;

/**
 * Until there are no watches or, if not resident, it caught up. Stores the cursor with matches, at least
 * every second: a kill repeats without duplicates. Throws errors of the site, the database and the lease.
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
  // Without a cursor, a stream with a history starts at the stored time.
  let isFirst = cursor !== null || site.lookBackMs > 0;
  if (cursor === null && site.lookBackMs === 0)
    state.open.gaps.push(...silentGaps(state.reads, context.clock()));
  let isPassing = attempts >= maxAttempts;
  let cameMs = performance.now();
  let lookedMs = cameMs;
  for await (const came of gathered(site.listen(cursor, signal, at), stop)) {
    const chunks = isPassing ? passedOver(came, at) : came;
    if (chunks.length > 0) {
      cameMs = performance.now();
      state.hasCome = true;
      if (isFirst) state.open.gaps.push(...outgrown(context, at, chunks[0]!));
      isFirst = false;
      isPassing &&= chunks.at(-1)!.at <= at;
    }
    await ingestEvents(context, state, chunks);
    if (context.clock() >= context.deadline) break;
    // A stream without memory only delivers events while we are connected.
    const canCatchUp = site.lookBackMs > 0;
    if (!state.isResident && canCatchUp && hasCaughtUp(state, performance.now() - cameMs)) break;
    if (performance.now() - lookedMs < lookEveryMs) continue;
    state.reads = await listStreamReads(context);
    lookedMs = performance.now();
    if (state.reads.length === 0) return;
  }
  if (state.open.cursor !== null) await writeOpen(context, state, state.open.cursor);
}

/** Returns the reads of 'all', which the stream serves. Other places are read page by page. */
export async function listStreamReads({ site, clock }: StreamContext): Promise<WatchedRead[]> {
  const reads = await listReads(pool(), site, clock());
  return reads.filter(({ place }) => place === "all");
}

/** Returns the oldest activation of the stream's watches. */
export function firstWatched(reads: readonly WatchedRead[]): Date {
  return new Date(Math.min(...reads.map(({ watchedSince }) => watchedSince.getTime())));
}

/** A new watch is noticed within this time (ms). */
const noticedMs = 30_000;

/** Returns a gap if a stream without memory was watched long before the first connection. */
function silentGaps(reads: readonly WatchedRead[], now: Date): OpenBatches["gaps"] {
  const since = firstWatched(reads);
  return now.getTime() - since.getTime() > noticedMs ? [{ from: since, to: now }] : [];
}

/** Skips batches that crashed their readers: the whole range since the position becomes a gap. */
function passedOver(chunks: readonly StreamBatch[], from: Date): StreamBatch[] {
  return chunks.map((chunk, at) => {
    const isLast = at === chunks.length - 1;
    return { ...chunk, happened: [], gap: isLast && chunk.at > from ? { from, to: chunk.at } : null };
  });
}

function hasCaughtUp({ at, startedAt, quietMs, hasCome }: StreamState, silentMs: number): boolean {
  return (hasCome && at >= startedAt) || silentMs >= quietMs;
}

/** A gap if the position was older than the site's history: the stream then continues without an error. */
function outgrown({ site, clock }: StreamContext, at: Date, first: StreamBatch): OpenBatches["gaps"] {
  if (site.lookBackMs === 0) return [];
  const isOld = clock().getTime() - at.getTime() > site.lookBackMs;
  const isFurther = first.at.getTime() - at.getTime() > repeatedMs;
  return isOld && isFurther && first.gap === null ? [{ from: at, to: first.at }] : [];
}
