import type { Item } from "@/domain/reading/item";
import { learnedRate } from "@/domain/reading/lane-order";
import type { Match } from "@/domain/matching/rule";
import { needWaitMs, type Need } from "@/domain/reading/pending-numbers";
import { canBeNew, medianMs } from "@/domain/reading/newness";
import { newId } from "@/server/platform/ids";
import { recordRead, type Recorded } from "@/server/recording/record";
import type { NewGap } from "@/server/recording/statements/gaps";
import type { ReadOutcome, SequenceOutcome } from "@/server/recording/statements/positions";
import type { WatchSet } from "@/server/recording/watch-set";
import type { SequenceContext } from "./context";
import { renderNew } from "./poll-lane";
import { inParallel, getItems, type NumbersRead } from "./read-numbers";
import { readRoots } from "./read-roots";
import type { PendingNumber } from "./statements/sequences";
import type { WatchedRead } from "./statements/reads";

export interface NumbersState {
  reads: readonly WatchedRead[];
  watches: WatchSet;
  startedAt: Date;
  tally: Recorded;
  rendering: Promise<void>;
}

interface Batch extends NumbersRead {
  due: readonly PendingNumber[];
  reached: number;
  tip: number;
  /** Whether everything up to the latest number is read. */
  isWhole: boolean;
}

export async function recordNumbers(
  context: SequenceContext,
  state: NumbersState,
  batch: Batch,
): Promise<void> {
  const now = context.clock();
  const watchedSince = new Map(state.reads.map((read) => [read.kind, read.watchedSince.getTime()]));
  const shown = getItems(batch.responded);
  const recent = shown.filter((item) => canBeNew(item, now.getTime(), watchedSince.get(item.kind) ?? null));
  const matcher = await state.watches.current(now);
  const { items: updates, postponed } = await readRoots(context, recent, {
    isNeeded: matcher.hasThreads(context.site.id),
    triesOf: failuresIn(batch),
  });
  for (const one of batch.responded)
    if (typeof one.found === "object") one.found = postponed.get(one.found.fullname) ?? one.found;
  const { items, matches } = await matched(context, state, updates);
  const { pending, givenUp } = splitUnread(context, batch, shown);
  const settled = numbersToClear(batch, pending);
  const recorded = await recordRead({
    items,
    match: (item) => matches.get(item.fullname) ?? [],
    isNamed: () => true,
    outcomes: state.reads.map((read) => toOutcome(context, state, batch, read, updates)),
    gaps: gapsOf(context, givenUp),
    sequence: {
      ...{ site: context.site.id, reached: batch.reached, tip: batch.tip },
      ...{ settled, pending },
    },
    now,
    seenAt: state.startedAt,
  });
  for (const name of Object.keys(state.tally) as (keyof Recorded)[]) state.tally[name] += recorded[name];
  if (recorded.notifications > 0) state.rendering = state.rendering.then(() => renderNew(context));
}

/** Returns the number of earlier failures of an item of the batch. */
function failuresIn({ responded, due }: Batch): (fullname: string) => number {
  const failures = new Map(due.map(({ number, why, tries }) => [number, why === "failed" ? tries : 0]));
  const numbers = new Map(
    responded.flatMap(({ number, found }) => (typeof found === "object" ? [[found.fullname, number]] : [])),
  );
  return (fullname) => failures.get(numbers.get(fullname) ?? NaN) ?? 0;
}

async function matched(context: SequenceContext, state: NumbersState, updates: readonly Item[]) {
  const matches = new Map<string, readonly Match[]>();
  if (updates.length === 0) return { items: [], matches };
  const matcher = await state.watches.current(context.clock());
  for (const item of updates) {
    const found = matcher.match(item);
    if (found.length > 0) matches.set(item.fullname, found);
  }
  const completed = new Map<string, Item>();
  const canRequest = async () =>
    context.clock() < context.deadline && (await context.budget.take("sequence"));
  const some = updates.filter((item) => matches.has(item.fullname));
  await inParallel(
    some,
    () => false,
    async (item) => {
      completed.set(item.fullname, await context.site.completed(item, canRequest, context.signal));
    },
  );
  return { items: updates.map((item) => completed.get(item.fullname) ?? item), matches };
}

type NextPendingNumber = SequenceOutcome["pending"][number];

function splitUnread(context: SequenceContext, { responded, due }: Batch, shown: readonly Item[]) {
  const before = new Map(due.map((one) => [one.number, one]));
  const createdAt = new Map(shown.map((item) => [item.fullname, item.createdAt]));
  const now = context.clock();
  const stillPending: NextPendingNumber[] = [];
  const givenUp: NextPendingNumber[] = [];
  let around = shown[0]?.createdAt ?? now;
  for (const { number, found } of responded) {
    if (typeof found === "object") around = createdAt.get(found.fullname) ?? around;
    if (typeof found === "object" || found === "nothing") continue;
    const known = before.get(number);
    const why: Need = found;
    // Each reason has its own waits, so a number restarts when its reason changes.
    const tries = why === "unasked" ? (known?.tries ?? 0) : known?.why === why ? known.tries + 1 : 1;
    const waitMs = needWaitMs(why, tries);
    const next = { number, around: known?.around ?? around, why, tries };
    if (waitMs === null) givenUp.push({ ...next, nextAttemptAt: now });
    else stillPending.push({ ...next, nextAttemptAt: new Date(now.getTime() + waitMs) });
  }
  return { pending: stillPending, givenUp };
}

/** Previously pending numbers that are done. Numbers not reached in this run stay pending. */
function numbersToClear({ responded, due }: Batch, pending: readonly NextPendingNumber[]): number[] {
  const before = new Set(due.map(({ number }) => number));
  const further = new Set(pending.map(({ number }) => number));
  return responded.map(({ number }) => number).filter((number) => before.has(number) && !further.has(number));
}

/** The kind of a missing number is unknown; almost all are comments. */
function gapsOf({ site }: SequenceContext, input: readonly NextPendingNumber[]): NewGap[] {
  if (input.length === 0) return [];
  const times = input.map(({ around }) => around.getTime());
  const timeRange = { fromAt: new Date(Math.min(...times)), toAt: new Date(Math.max(...times)) };
  return [{ id: newId(), site: site.id, place: "all", kind: "comment", ...timeRange, items: input.length }];
}

function toOutcome(
  context: SequenceContext,
  { startedAt }: NumbersState,
  { isWhole }: Batch,
  read: WatchedRead,
  updates: readonly Item[],
): ReadOutcome {
  const own = updates.filter((item) => item.kind === read.kind);
  const written = own.filter((item) => item.createdAt >= read.watchedSince);
  const spanMs = read.readAt === null ? 0 : startedAt.getTime() - read.readAt.getTime();
  return {
    ...{ site: context.site.id, place: read.place, kind: read.kind, triedAt: startedAt },
    readAt: isWhole ? startedAt : null,
    ...{ stored: null, swept: false, share: null },
    newItems: own.length,
    rate: isWhole && spanMs > 0 ? learnedRate(read.rate, own.length, spanMs / 60_000) : null,
    delayMs: medianMs(written.map((item) => context.clock().getTime() - item.createdAt.getTime())),
  };
}
