import { pool } from "@/server/platform/database";
import { listOpenGaps, type OpenGap } from "@/server/recording/statements/gaps";
import { listReads, type WatchedRead } from "@/server/reading/statements/reads";
import { guarded } from "@/server/platform/run-context";
import { recordSkippedRead, type PagesContext, type SiteTally } from "./context";
import { fillGap } from "./fill-gap";
import { checkHealth, isReadable } from "./site-health";
import type { PollState } from "./poll-lane";
import { readAllLane } from "./read-all";
import { countedRead, readNamed } from "./read-named";
import type { Turn } from "./turns";
import type { WatchSet } from "@/server/recording/watch-set";

/** Share of the run reserved for gaps and 'all', if named places could use all of it. */
const reservedShare = 0.15;

const onlyTurn: Turn = { isFirst: true, isEven: false, nextMs: 0 };

/** Every place once; first turn: a page of 'all'. Safe to repeat, to run concurrently and to kill. */
export async function readPages(
  context: PagesContext,
  how: { watches: WatchSet; intervalMs: number; turn?: Turn },
): Promise<SiteTally> {
  const turn = how.turn ?? { ...onlyTurn };
  const reads = await listReads(pool(), context.site, context.clock());
  const state: PollState = {
    reads: new Map(reads.map((read) => [`${read.kind} ${read.place}`, read])),
    watches: how.watches,
    unread: [],
    isOver: false,
    responses: null,
    splits: 0,
    tally: { items: 0, matches: 0, notifications: 0, gaps: 0 },
    rendering: Promise.resolve(),
  };
  // If the site is read as a whole, 'all' is read like a named place.
  const isPart = ({ place }: WatchedRead) => place === "all" && !context.site.readsWhole;
  const named = reads.filter((read) => !isPart(read) && isDue(context, read));
  const all = turn.isFirst ? reads.filter(isPart) : [];
  let gaps: OpenGap[] = [];
  if (turn.isFirst) {
    await guarded(context, "gaps", async () => {
      gaps = await listOpenGaps(pool(), context.site.id, context.clock());
    });
    context.budget.leaveFor({ watchesAll: all.length > 0, openGaps: gaps.length });
  }

  const requestedBefore = context.budget.requests;
  try {
    const isAlone = all.length + gaps.length === 0;
    await readNamed(isAlone ? context : withLessTime(context), state, named, {
      intervalMs: how.intervalMs,
      turn,
    });
    await guarded(context, "gaps", async () => {
      for (const gap of gaps) await fillGap(context, state, gap);
    });
    await Promise.all(
      all
        .filter((read) => isReadable(read, context.clock()))
        .map((read) => {
          const lane = { kind: read.kind, places: ["all"] };
          return guarded(context, `${read.kind}s of all`, () =>
            countedRead(context, state, lane, () => readAllLane(context, state, read)),
          );
        }),
    );
    if (turn.isFirst && (await state.responses) !== false)
      await guarded(context, "health", () => checkHealth(context, named));
    const hasDueReads = [...named, ...all].some((read) => isReadable(read, context.clock()));
    // If the run has already sent requests, this turn is only late.
    if (hasDueReads && context.budget.requests === 0) recordSkippedRead(context);
  } finally {
    await state.rendering;
    // With even turns, reservations are kept for the next turn.
    if (!turn.isEven) await context.budget.giveBack();
  }
  return { ...state.tally, requests: context.budget.requests - requestedBefore };
}

/** Sites read as a whole have a fixed interval; the factor allows for calls that arrive slightly early. */
const turnShare = 0.75;

function isDue({ site, clock }: PagesContext, { triedAt }: WatchedRead): boolean {
  if (!site.readsWhole || triedAt === null) return true;
  return clock().getTime() - triedAt.getTime() >= site.readEveryMs * turnShare;
}

function withLessTime(context: PagesContext): PagesContext {
  const reservedMs = (context.deadline.getTime() - context.clock().getTime()) * reservedShare;
  return {
    ...context,
    // Computed on each access, because a shutdown request moves it.
    get deadline() {
      return new Date(context.deadline.getTime() - reservedMs);
    },
  };
}
