import { laneName, type Lane } from "@/domain/lane";
import { planLanes } from "@/domain/lanes";
import { pool } from "@/server/database";
import { listOpenGaps } from "@/server/sql/insert-gaps";
import { syncReads, type WatchedRead } from "@/server/sql/sync-reads";
import { guarded, type ReadContext } from "./context";
import { fillGap } from "./fill-gap";
import { checkHealth, isReadable } from "./health";
import { pollLane, type PollState } from "./poll-lane";
import { readAllLane } from "./read-all";
import type { WatchSet } from "./watch-set";

export interface PollTally {
  items: number;
  matches: number;
  notifications: number;
  gaps: number;
  requests: number;
  durationMs: number;
}

const lanesAtOnce = 4;
const messagesEveryMs = 10_000;

/**
 * One execution of the poll route: every watched subreddit is read at least once and one page of each kind of
 * 'all', the budget allowing; longer, up to the deadline, where there is more. `sendMessages` seals and
 * delivers; it runs every 10 s meanwhile and once at the end. Safe to repeat, to overlap and to kill anywhere.
 */
export async function poll(
  context: ReadContext,
  how: { watches: WatchSet; intervalMs: number; sendMessages: () => Promise<void> },
): Promise<PollTally> {
  const startedMs = context.clock().getTime();
  const reads = await syncReads(pool());
  const state: PollState = {
    reads: new Map(reads.map((read) => [`${read.kind} ${read.subreddit}`, read])),
    watches: how.watches,
    unread: 0,
    tally: { items: 0, matches: 0, notifications: 0, gaps: 0 },
  };
  const named = reads.filter((read) => read.subreddit !== "all");

  const messages = repeatMessages(context, how.sendMessages);
  try {
    await readNamed(context, state, named, how.intervalMs);
    await guarded(context, "gaps", async () => {
      for (const gap of await listOpenGaps(pool(), context.clock())) await fillGap(context, state, gap);
    });
    await Promise.all(
      reads
        .filter((read) => read.subreddit === "all")
        .map((read) => guarded(context, `${read.kind}s of all`, () => readAllLane(context, state, read))),
    );
    await guarded(context, "health", () => checkHealth(context, named));
  } finally {
    await messages.stop();
    await context.budget.giveBack();
  }
  return {
    ...state.tally,
    requests: context.budget.requests,
    durationMs: context.clock().getTime() - startedMs,
  };
}

/** Lanes in the order of their urgency, a few at once; a lane that fails leaves the others alone. */
async function readNamed(
  context: ReadContext,
  state: PollState,
  named: readonly WatchedRead[],
  intervalMs: number,
): Promise<void> {
  const now = context.clock();
  const readable = named.filter((read) => isReadable(read, now));
  const healthy = readable.filter((read) => read.health === "ok");
  const alone = readable.filter((read) => read.health !== "ok");
  const queue: Lane[] = [
    ...planLanes(healthy, now, intervalMs),
    ...alone.map(({ kind, subreddit, readAt }) => ({
      kind,
      subreddits: [subreddit],
      baseline: readAt === null,
      sweep: false,
    })),
  ];
  const worker = async () => {
    for (
      let lane = queue.shift();
      lane !== undefined && context.clock() < context.deadline;
      lane = queue.shift()
    ) {
      // One lane's defect must not stop the others; the run's row says which.
      const current = lane;
      await guarded(context, laneName(current), async () => {
        queue.unshift(...(await pollLane(context, state, current)));
      });
    }
  };
  await Promise.all(Array.from({ length: lanesAtOnce }, worker));
  // Falling behind is never silent.
  const unread = queue.length + state.unread;
  if (unread > 0)
    context.faults.push({ unit: "lanes", error: `${unread} not read for want of time or budget` });
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
