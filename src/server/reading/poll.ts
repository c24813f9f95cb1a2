import { pool } from "@/server/platform/database";
import { listOpenGaps, type OpenGap } from "@/server/recording/statements/insert-gaps";
import { unaskedUnit } from "./budget";
import { syncReads, type WatchedRead } from "@/server/reading/statements/sync-reads";
import { guarded } from "@/server/platform/run-context";
import type { ReadContext } from "./context";
import { fillGap } from "./fill-gap";
import { checkHealth, isReadable } from "./site-health";
import type { PollState } from "./poll-lane";
import { readAllLane } from "./read-all";
import { countedRead, readNamed } from "./read-named";
import type { WatchSet } from "@/server/recording/watch-set";

export interface PollTally {
  items: number;
  matches: number;
  notifications: number;
  gaps: number;
  requests: number;
  durationMs: number;
}

/** The share of the run that gaps and 'all' have when named places could use up all of it. */
const keptTime = 0.15;
const messagesEveryMs = 10_000;

/**
 * One execution of the poll route: every watched place is read at least once and one page of each kind of
 * 'all', the budget allowing; longer, up to the deadline, where there is more. `sendMessages` seals and
 * delivers; it runs every 10 s meanwhile and once at the end. Safe to repeat, to overlap and to kill anywhere.
 */
export async function poll(
  context: ReadContext,
  how: { watches: WatchSet; intervalMs: number; sendMessages: () => Promise<void> },
): Promise<PollTally> {
  const startedMs = context.clock().getTime();
  const reads = await syncReads(pool(), context.site.id, context.clock());
  const state: PollState = {
    reads: new Map(reads.map((read) => [`${read.kind} ${read.place}`, read])),
    watches: how.watches,
    unread: [],
    isOver: false,
    answers: null,
    tally: { items: 0, matches: 0, notifications: 0, gaps: 0 },
    rendering: Promise.resolve(),
  };
  const named = reads.filter((read) => read.place !== "all");
  const all = reads.filter((read) => read.place === "all");
  let gaps: OpenGap[] = [];
  await guarded(context, "gaps", async () => {
    gaps = await listOpenGaps(pool(), context.site.id, context.clock());
  });
  context.budget.leaveFor({ watchesAll: all.length > 0, openGaps: gaps.length });

  const messages = repeatMessages(context, how.sendMessages);
  try {
    const isAlone = all.length + gaps.length === 0;
    await readNamed(isAlone ? context : withLessTime(context), state, named, how.intervalMs);
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
    if ((await state.answers) !== false) await guarded(context, "health", () => checkHealth(context, named));
    noteUnasked(context, reads);
  } finally {
    await state.rendering;
    await messages.stop();
    await context.budget.giveBack();
  }
  return {
    ...state.tally,
    requests: context.budget.requests,
    durationMs: context.clock().getTime() - startedMs,
  };
}

/** A run that asked nothing though there was something to ask is no quiet one. */
function noteUnasked(context: ReadContext, reads: readonly WatchedRead[]): void {
  const now = context.clock();
  const isDue = reads.some((read) => isReadable(read, now));
  if (!isDue || context.budget.requests > 0 || now >= context.deadline) return;
  const pauseMs = context.budget.pauseMs();
  const why =
    pauseMs > 0
      ? `${context.site.title} asked to wait for ${Math.ceil(pauseMs / 1000)} s`
      : "the budget is spent";
  context.faults.push({ unit: unaskedUnit, error: `nothing could be asked: ${why}` });
}

/** The same run for the named places, which leave time for what is read after them. */
function withLessTime(context: ReadContext): ReadContext {
  const keptMs = (context.deadline.getTime() - context.clock().getTime()) * keptTime;
  return {
    ...context,
    // Asked each time: a call to stop moves it.
    get deadline() {
      return new Date(context.deadline.getTime() - keptMs);
    },
  };
}

function repeatMessages(context: ReadContext, sendMessages: () => Promise<void>) {
  let stopped = false;
  let wake = () => {};
  // Mail in trouble must not stop the reading; the deliver route tries again.
  const send = () => guarded(context, "messages", sendMessages);
  const loop = (async () => {
    while (!stopped) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, messagesEveryMs).unref();
      });
      if (!stopped) await send();
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      wake();
      await loop;
      await send();
    },
  };
}
