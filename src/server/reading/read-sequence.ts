import { SiteError } from "@/domain/reading/site-error";
import { pool } from "@/server/platform/database";
import { insertGaps } from "@/server/recording/statements/gaps";
import type { WatchSet } from "@/server/recording/watch-set";
import { recordSkippedRead, type SequenceContext, type SiteTally } from "./context";
import { readNumbers } from "./read-numbers";
import { recordNumbers, type NumbersState } from "./record-numbers";
import { carefulBatch, isGivenUp, scheduleRetries, takeRetryBatch } from "./schedule-retries";
import { findStart, gapBefore, maxBehind } from "./sequence-start";
import { recordTrouble } from "./record-trouble";
import { listReads, type WatchedRead } from "./statements/reads";
import { beginSequence, findPosition, listDue, type Position } from "./statements/sequences";

const unit = "numbers";
const batch = 200;
/** A site without new numbers for this long is stuck (ms); usually there are some every few seconds. */
const stuckMs = 3 * 60_000;

/** Updates position and pending numbers with the items: a killed read can be repeated without loss. */
export async function readSequence(context: SequenceContext, how: { watches: WatchSet }): Promise<SiteTally> {
  const { site, budget } = context;
  const reads = await listReads(pool(), site, context.clock());
  const requestedBefore = budget.requests;
  const state: NumbersState = {
    reads,
    watches: how.watches,
    startedAt: context.clock(),
    tally: { items: 0, matches: 0, notifications: 0, gaps: 0 },
    rendering: Promise.resolve(),
  };
  try {
    if (reads.length > 0) await readBatches(context, state);
    if (reads.length > 0 && budget.requests === requestedBefore) recordSkippedRead(context);
  } finally {
    await state.rendering;
    await budget.giveBack();
  }
  return { ...state.tally, requests: budget.requests - requestedBefore };
}

async function readBatches(context: SequenceContext, state: NumbersState): Promise<void> {
  const { site, followsKill: isCareful = false } = context;
  const started = await findBeginning(context, state);
  if (started === null) return;
  const { position, tip } = started;
  const size = isCareful ? carefulBatch : batch;
  let { reached } = position;
  for (let isDone = false; !isDone && context.clock() < context.deadline;) {
    const listed = await listDue(site.id, context.clock(), size);
    let due = isCareful ? takeRetryBatch(listed) : listed;
    const isFull = listed.length === size || due.length < listed.length;
    const end = isCareful && due.length > 0 ? reached : Math.min(tip, reached + size - due.length);
    let next = Array.from({ length: Math.max(0, end - reached) }, (_, at) => reached + 1 + at);
    if (isCareful) {
      due = await scheduleRetries(context, due, next, { reached: end, tip });
      next = [];
      reached = Math.max(reached, end);
    }
    const numbers = due.filter((one) => !isGivenUp(one)).map(({ number }) => number);
    const read = await readNumbers(context, [...numbers, ...next]);
    for (const one of due) if (isGivenUp(one)) read.responded.push({ number: one.number, found: "failed" });
    const used = read.responded.filter(({ number }) => number > reached).length;
    reached += used;
    isDone = read.ended !== null || (reached >= tip && !isFull);
    const isWhole = read.ended === null && reached >= tip;
    await recordNumbers(context, state, { ...read, due, reached, tip, isWhole });
    if (read.ended instanceof SiteError)
      await recordTrouble(context, { unit, reads: state.reads }, read.ended.message);
  }
  await recordStuckTip(context, state.reads, position, tip);
}

/** Null if the site can't be reached or its response is invalid. */
async function findBeginning(
  context: SequenceContext,
  state: NumbersState,
): Promise<{ position: Position; tip: number } | null> {
  const { site, budget, signal } = context;
  if (!(await budget.take("sequence"))) return null;
  try {
    const { tip, rate } = await site.fetchTip(signal);
    await budget.recordRate(rate);
    const storedPosition = await findPosition(site.id);
    if (storedPosition === null) {
      const watchedSince = new Date(Math.min(...state.reads.map((read) => read.watchedSince.getTime())));
      const start = await findStart(context, tip, watchedSince);
      if (start === null) return null;
      const now = context.clock();
      if (start.gap !== null) state.tally.gaps += await insertGaps(pool(), [start.gap], now);
      await beginSequence(site.id, { reached: start.reached, tip, movedAt: now });
    }
    const position = storedPosition ?? (await findPosition(site.id));
    if (position === null) return null;
    if (tip - position.reached <= maxBehind) return { position, tip };
    const reached = await gapBefore(context, state, position, tip);
    if (reached === null) return null;
    return { position: { ...position, reached }, tip };
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    await budget.failed(error);
    await recordTrouble(context, { unit, reads: state.reads }, error.message);
    return null;
  }
}

/** Numbers that don't increase are a problem of the site, not a quiet hour. */
async function recordStuckTip(
  context: SequenceContext,
  reads: readonly WatchedRead[],
  { tip, movedAt }: Position,
  named: number,
): Promise<void> {
  const now = context.clock();
  if (named > tip || now.getTime() - movedAt.getTime() <= stuckMs) return;
  const error = `no number above ${named} since ${movedAt.toISOString()}`;
  await recordTrouble(context, { unit, reads }, error, movedAt);
}
