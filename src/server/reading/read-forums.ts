import { grouped } from "@/domain/grouped";
import type { HostShare } from "@/domain/reading/host-share";
import { pool } from "@/server/platform/database";
import { guarded } from "@/server/platform/run-context";
import type { Recorded } from "@/server/recording/record";
import type { WatchSet } from "@/server/recording/watch-set";
import type { ForumsContext, SiteTally } from "./context";
import { countedRead } from "./counted-read";
import { deferHost } from "./defer-host";
import { dueByHost, hostShares, isFailing } from "./host-shares";
import { renderNew } from "./poll-lane";
import { readForum, type ForumsState } from "./read-forum";
import { listForumReads } from "./statements/forums";
import { listReads, type WatchedRead } from "./statements/reads";

/** Hosts read in parallel. Forums on the same host are read one after another. */
const hostsAtOnce = 10;
/** Tolerance for calls that arrive slightly early. */
const turnShare = 0.75;

/** Least recently read first. Problems belong to the forum's place and aren't faults of the run. */
export async function readForums(context: ForumsContext, how: { watches: WatchSet }): Promise<SiteTally> {
  const { site, budget } = context;
  const tally: Recorded = { items: 0, matches: 0, notifications: 0, gaps: 0 };
  const requestedBefore = budget.requests;
  const reads = grouped(await listReads(pool(), site, context.clock()), ({ place }) => place);
  const positions = await listForumReads(site.id);
  const state: ForumsState = { reads, positions, watches: how.watches, tally, hidden: 0 };
  const share = await hostShares(site, reads, context.clock());
  const hosts = dueByHost(site, dueForums(context, reads, share), share);
  const worker = async () => {
    for (let places = hosts.shift(); places !== undefined; places = hosts.shift()) {
      for (const [at, place] of places.entries()) {
        if (context.clock() >= context.deadline) return;
        let waitMs = 0;
        await guarded(context, "a forum", () =>
          countedRead(context, { place, reads: reads.get(place)! }, async () => {
            waitMs = await readForum(context, state, place);
          }),
        );
        if (waitMs > 0) await deferHost(context, places.slice(at + 1), waitMs);
        if (waitMs > 0) break;
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: hostsAtOnce }, worker));
  } finally {
    if (tally.notifications > 0) await renderNew(context);
    await budget.giveBack();
  }
  const requests = budget.requests - requestedBefore;
  return { ...tally, requests, ...(state.hidden > 0 && { hidden: state.hidden }) };
}

function dueForums(
  { site, clock }: ForumsContext,
  reads: ReadonlyMap<string, readonly WatchedRead[]>,
  share: (place: string) => HostShare,
): string[] {
  const nowMs = clock().getTime();
  const triedMs = (place: string) =>
    Math.min(...reads.get(place)!.map(({ triedAt }) => triedAt?.getTime() ?? 0));
  const isPutOff = (place: string) =>
    reads.get(place)!.some(({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt.getTime() > nowMs);
  const everyMs = (place: string) => site.readEveryMs * share(place).slowdown;
  return [...reads.keys()]
    .filter((place) => nowMs - triedMs(place) >= everyMs(place) * turnShare && !isPutOff(place))
    .sort((a, b) => Number(isFailing(reads, a)) - Number(isFailing(reads, b)) || triedMs(a) - triedMs(b));
}
