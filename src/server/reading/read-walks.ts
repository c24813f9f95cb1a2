import { grouped } from "@/domain/grouped";
import { pool } from "@/server/platform/database";
import { guarded } from "@/server/platform/run-context";
import type { WatchSet } from "@/server/recording/watch-set";
import type { SiteTally, WalksContext } from "./context";
import { countedRead } from "./counted-read";
import { hostShares, isFailing } from "./host-shares";
import { renderNew } from "./poll-lane";
import { readSource, type Source, type WalksState } from "./read-source";
import { listReads, type WatchedRead } from "./statements/reads";
import { listWalks } from "./statements/walks";

const sourcesAtOnce = 10;

/** Reads the due sources of a site step by step, in parallel. Sources that failed last time come last. */
export async function readWalks(context: WalksContext, how: { watches: WatchSet }): Promise<SiteTally> {
  const { site, budget } = context;
  const reads = grouped(await listReads(pool(), site, context.clock()), ({ place }) => place);
  const requestedBefore = budget.requests;
  const state: WalksState = {
    watches: how.watches,
    tally: { items: 0, matches: 0, notifications: 0, gaps: 0 },
    hidden: 0,
  };
  const queue = await sourcesOf(context, reads);
  const worker = async () => {
    for (let source = queue.shift(); source !== undefined; source = queue.shift()) {
      if (context.clock() >= context.deadline) return;
      const { places } = source;
      const [place, first] = [...places][0]!;
      await guarded(context, "a source", () =>
        countedRead(context, { place, reads: first }, () => readSource(context, state, source!)),
      );
    }
  };
  try {
    await Promise.all(Array.from({ length: sourcesAtOnce }, worker));
  } finally {
    if (state.tally.notifications > 0) await renderNew(context);
    await budget.giveBack();
  }
  const requests = budget.requests - requestedBefore;
  return { ...state.tally, requests, ...(state.hidden > 0 && { hidden: state.hidden }) };
}

/** Returns the sources that can be read now. A source slows down as little as its least slowed place. */
async function sourcesOf(
  { site, clock }: WalksContext,
  reads: ReadonlyMap<string, WatchedRead[]>,
): Promise<Source[]> {
  const nowMs = clock().getTime();
  const { getHost } = site;
  const share = getHost && (await hostShares({ id: site.id, getHost }, reads, clock()));
  const bySource = grouped([...reads.keys()], (place) => site.getSource(place));
  const states = await listWalks(site.id, [...bySource.keys()]);
  const isPutOff = (place: string) =>
    reads.get(place)!.some(({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt.getTime() > nowMs);
  const isDown = ({ places }: Source) => [...places.keys()].every((place) => isFailing(reads, place));
  return [...bySource]
    .map(([name, places]) => ({
      ...{ name, state: states.get(name) ?? null, sources: bySource.size },
      slowdown: Math.min(...places.map((place) => share?.(place).slowdown ?? 1)),
      places: new Map(places.map((place) => [place, reads.get(place)!])),
    }))
    .filter(({ places }) => ![...places.keys()].some(isPutOff))
    .sort((a, b) => Number(isDown(a)) - Number(isDown(b)));
}
