import { grouped } from "@/domain/grouped";
import { pool } from "@/server/platform/database";
import { guarded } from "@/server/platform/run-context";
import type { Recorded } from "@/server/recording/record";
import type { WatchSet } from "@/server/recording/watch-set";
import type { ForumsContext, SiteTally } from "./context";
import { countedRead } from "./counted-read";
import { renderNew } from "./poll-lane";
import { readForum, type ForumsState } from "./read-forum";
import { listForumReads } from "./statements/forums";
import { listReads, type WatchedRead } from "./statements/reads";

/** Forums that are asked at the same time. */
const forumsAtOnce = 10;
/** A call may come a little early. */
const turnShare = 0.75;

/**
 * Reads the forums that are due beside one another, those that were read longest ago first. What ails one is written down at
 * its place: it is no fault of the run, and none of the other forums.
 */
export async function readForums(context: ForumsContext, how: { watches: WatchSet }): Promise<SiteTally> {
  const { site, budget } = context;
  const tally: Recorded = { items: 0, matches: 0, notifications: 0, gaps: 0 };
  const askedBefore = budget.requests;
  const reads = grouped(await listReads(pool(), site, context.clock()), ({ place }) => place);
  const positions = await listForumReads(pool(), site.id);
  const state: ForumsState = { reads, positions, watches: how.watches, tally, hidden: 0 };
  const due = dueForums(context, reads);
  const worker = async () => {
    for (let place = due.shift(); place !== undefined; place = due.shift()) {
      if (context.clock() >= context.deadline) return;
      const forum = place;
      // One that fails unforeseen stops no other.
      await guarded(context, "a forum", () =>
        countedRead(context, { place: forum, reads: reads.get(forum)! }, () =>
          readForum(context, state, forum),
        ),
      );
    }
  };
  try {
    await Promise.all(Array.from({ length: forumsAtOnce }, worker));
  } finally {
    if (tally.notifications > 0) await renderNew(context);
    await budget.giveBack();
  }
  const requests = budget.requests - askedBefore;
  return { ...tally, requests, ...(state.hidden > 0 && { hidden: state.hidden }) };
}

function dueForums(
  { site, clock }: ForumsContext,
  reads: ReadonlyMap<string, readonly WatchedRead[]>,
): string[] {
  const nowMs = clock().getTime();
  const triedMs = (place: string) =>
    Math.min(...reads.get(place)!.map(({ triedAt }) => triedAt?.getTime() ?? 0));
  const isPutOff = (place: string) =>
    reads.get(place)!.some(({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt.getTime() > nowMs);
  return [...reads.keys()]
    .filter((place) => nowMs - triedMs(place) >= site.readEveryMs * turnShare && !isPutOff(place))
    .sort((a, b) => triedMs(a) - triedMs(b));
}
