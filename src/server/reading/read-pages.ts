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

/** The share of the run that gaps and 'all' have when named places could use up all of it. */
const keptTime = 0.15;

/** What is read where nobody reads in turns: once, with all that belongs to a run. */
const onlyTurn: Turn = { isFirst: true, isEven: false, nextMs: 0 };

/**
 * Reads one site page by page: every watched place at least once and, in a run's first turn, one page of each kind of 'all',
 * the budget allowing; longer, up to the deadline, where there is more. Safe to repeat, to overlap and to kill anywhere.
 */
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
    answers: null,
    tally: { items: 0, matches: 0, notifications: 0, gaps: 0 },
    rendering: Promise.resolve(),
  };
  // Where all of a site is promised, 'all' is read as a named place is.
  const isPart = ({ place }: WatchedRead) => place === "all" && !context.site.readsWhole;
  const named = reads.filter((read) => !isPart(read) && isItsTurn(context, read));
  const all = turn.isFirst ? reads.filter(isPart) : [];
  let gaps: OpenGap[] = [];
  if (turn.isFirst) {
    await guarded(context, "gaps", async () => {
      gaps = await listOpenGaps(pool(), context.site.id, context.clock());
    });
    context.budget.leaveFor({ watchesAll: all.length > 0, openGaps: gaps.length });
  }

  const askedBefore = context.budget.requests;
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
    if (turn.isFirst && (await state.answers) !== false)
      await guarded(context, "health", () => checkHealth(context, named));
    const isDue = [...named, ...all].some((read) => isReadable(read, context.clock()));
    // In a run that has asked before, this turn is no more than late.
    if (isDue && context.budget.requests === 0) recordSkippedRead(context);
  } finally {
    await state.rendering;
    // What is held serves the turns that follow.
    if (!turn.isEven) await context.budget.giveBack();
  }
  return { ...state.tally, requests: context.budget.requests - askedBefore };
}

/** A site that is read as a whole has a pace of its own, however often it is called; a call may come a little early. */
const turnShare = 0.75;

function isItsTurn({ site, clock }: PagesContext, { triedAt }: WatchedRead): boolean {
  if (!site.readsWhole || triedAt === null) return true;
  return clock().getTime() - triedAt.getTime() >= site.readEveryMs * turnShare;
}

/** The same run for the named places, which leave time for what is read after them. */
function withLessTime(context: PagesContext): PagesContext {
  const keptMs = (context.deadline.getTime() - context.clock().getTime()) * keptTime;
  return {
    ...context,
    // Asked each time: a call to stop moves it.
    get deadline() {
      return new Date(context.deadline.getTime() - keptMs);
    },
  };
}
