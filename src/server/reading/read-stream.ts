import type { StreamBatch } from "@/domain/stream";
import { pool } from "@/server/platform/database";
import type { StreamContext } from "./context";
import { gathered } from "./gathered";
import { listReads } from "./statements/reads";
import type { StreamPosition } from "./statements/streams";
import { nothingOpen, type OpenBatches, type StreamState } from "./stream-state";
import { takeIn } from "./take-in";
import { writeOpen } from "./write-open";

/** So many processes may end over what comes next. */
const mostAttempts = 3;
/** What goes on where it stopped begins before that, or right behind it. */
const repeatedMs = 60_000;
/** So often it is asked whether somebody still watches. */
const lookEveryMs = 3_000;

/**
 * Listens to a stream from where it stands until the run is over, nobody watches any more, or, unless it stays, all is taken in.
 * What is asked for is recorded as soon as it came, with the cursor; of the rest the cursor is written at least every second. A read
 * that is killed is repeated from there and records nothing twice. Throws what the site, the database or the lease throw.
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
    const pieces = isPassing ? passedOver(came, at) : came;
    if (pieces.length > 0) {
      cameMs = performance.now();
      state.hasCome = true;
      if (isFirst) state.open.gaps.push(...outgrown(context, at, pieces[0]!));
      isFirst = false;
      isPassing &&= pieces.at(-1)!.at <= at;
    }
    await takeIn(context, state, pieces);
    if (context.clock() >= context.deadline) break;
    if (!state.isResident && isTakenIn(state, performance.now() - cameMs)) break;
    if (performance.now() - lookedMs < lookEveryMs) continue;
    state.reads = await listReads(pool(), site, context.clock());
    lookedMs = performance.now();
    if (state.reads.length === 0) return;
  }
  if (state.open.cursor !== null) await writeOpen(context, state, state.open.cursor);
}

/** What ended its readers is read no more: all that was told since the position is a gap, as far as it came together. */
function passedOver(pieces: readonly StreamBatch[], from: Date): StreamBatch[] {
  return pieces.map((piece, at) => {
    const isLast = at === pieces.length - 1;
    return { ...piece, happened: [], gap: isLast && piece.at > from ? { from, to: piece.at } : null };
  });
}

function isTakenIn({ at, startedAt, quietMs, hasCome }: StreamState, silentMs: number): boolean {
  return (hasCome && at >= startedAt) || silentMs >= quietMs;
}

/** A cursor that is older than what the site keeps: it may go on later without a word. */
function outgrown({ site, clock }: StreamContext, at: Date, first: StreamBatch): OpenBatches["gaps"] {
  const isOld = clock().getTime() - at.getTime() > site.lookBackMs;
  const isFurther = first.at.getTime() - at.getTime() > repeatedMs;
  return isOld && isFurther && first.gap === null ? [{ from: at, to: first.at }] : [];
}
