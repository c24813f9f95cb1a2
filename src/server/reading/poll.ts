import type { Site, StreamedSite } from "@/domain/site";
import { pool } from "@/server/platform/database";
import { guarded, type Fault, type RunContext } from "@/server/platform/run-context";
import type { WatchSet } from "@/server/recording/watch-set";
import type {
  ForumsContext,
  ListsContext,
  PagesContext,
  ReadContext,
  SequenceContext,
  SiteTally,
} from "./context";
import { readForums } from "./read-forums";
import { readLists } from "./read-lists";
import { readPages } from "./read-pages";
import { readSequence } from "./read-sequence";
import { repeatMessages } from "./repeat-messages";
import { listWatchedSites, syncReads } from "./statements/reads";
import { inTurns, quickestMs, type Turn, type Turns } from "./turns";

export interface PollTally extends SiteTally {
  durationMs: number;
}

export interface PollSettings {
  watches: WatchSet;
  /** How often the poll route is expected to be called. */
  intervalMs: number;
  /** Seals and delivers; runs after what was found, every 10 s meanwhile, and once at the end. */
  sendMessages: () => Promise<void>;
  /** So long the run goes on for sites that want to be read oftener than it is called. Default: 0. */
  lastsMs?: number;
  /** Where the app's own clock calls: when sites that are read evenly are due, by their ids. Default: they are read at their own pace. */
  dueMs?: Map<string, number>;
  /** Default: by the machine's clock. */
  sleep?: (ms: number) => Promise<void>;
}

/**
 * One execution of the poll route: every site that is on and that an active watch names is read, all of them beside one
 * another, so that none that is slow or in trouble stops or delays the others. As long as one of them is busy the others
 * are read again at their own pace. Safe to repeat, to overlap and to kill anywhere.
 */
export async function poll(
  run: RunContext,
  sites: readonly ReadContext[],
  how: PollSettings,
): Promise<PollTally> {
  const startedMs = run.clock().getTime();
  const tally: SiteTally = { items: 0, matches: 0, notifications: 0, gaps: 0, requests: 0 };
  await syncReads(pool(), run.clock());
  const watched = await listWatchedSites(pool());
  const read = sites.filter(isReadInTurns).filter(({ site }) => watched.includes(site.id));
  const messages = repeatMessages(run, how.sendMessages);
  const { dueMs = null, sleep } = how;
  const turns: Turns = { busy: 0, endsMs: startedMs + lastsMs(read, how), dueMs, sleep };
  try {
    await Promise.all(
      read.map((context) =>
        inTurns(context, turns, async (turn) => {
          const done = await readSite(context, { ...how, turn });
          for (const name of Object.keys(done) as (keyof SiteTally)[])
            tally[name] = (tally[name] ?? 0) + (done[name] ?? 0);
          if (done.notifications > 0) messages.soon();
        }),
      ),
    );
  } finally {
    for (const context of read) await guarded(context, "budget's rest", () => context.budget.giveBack());
    for (const { site, faults } of read)
      run.faults.push(...eachOnce(faults).map((fault) => ({ ...fault, site: site.id })));
    await messages.stop();
  }
  return { ...tally, durationMs: run.clock().getTime() - startedMs };
}

type InTurns = ReadContext & { site: Exclude<Site, StreamedSite> };

/** What is listened to has a run of its own. */
function isReadInTurns(context: ReadContext): context is InTurns {
  return context.site.reads !== "stream";
}

function readSite(context: InTurns, how: PollSettings & { turn: Turn }): Promise<SiteTally> {
  switch (context.site.reads) {
    case "pages":
      return readPages(context as PagesContext, how);
    case "sequence":
      return readSequence(context as SequenceContext, how);
    case "lists":
      return readLists(context as ListsContext, how);
    case "forums":
      return readForums(context as ForumsContext, how);
  }
}

/** The run goes on only where a site has a quicker pace than the calls. */
function lastsMs(sites: readonly ReadContext[], { lastsMs = 0, dueMs }: PollSettings): number {
  return sites.some((site) => quickestMs(site, dueMs !== undefined) < lastsMs) ? lastsMs : 0;
}

/** What goes wrong in each of many turns is one thing. */
function eachOnce(faults: readonly Fault[]): Fault[] {
  return [...new Map(faults.map((fault) => [`${fault.unit}\n${fault.error}`, fault])).values()];
}
