import type { PagesOfStream, Site, StreamedSite } from "@/domain/reading/site";
import { pool } from "@/server/platform/database";
import { guarded, type Fault, type RunContext } from "@/server/platform/run-context";
import type { WatchSet } from "@/server/recording/watch-set";
import type {
  FilesContext,
  ForwardContext,
  ForumsContext,
  ListsContext,
  PagesContext,
  ReadContext,
  SequenceContext,
  SiteTally,
  TrackersContext,
  WalksContext,
} from "./context";
import { readFiles } from "./read-files";
import { readForward } from "./read-forward";
import { readForums } from "./read-forums";
import { readLists } from "./read-lists";
import { readPages } from "./read-pages";
import { readSequence } from "./read-sequence";
import { readTrackers } from "./read-trackers";
import { readWalks } from "./read-walks";
import { repeatMessages } from "./repeat-messages";
import { syncReads } from "./statements/reads";
import { inTurns, quickestMs, type Turn, type Turns } from "./turns";

export interface PollTally extends SiteTally {
  durationMs: number;
}

export interface PollSettings {
  watches: WatchSet;
  /** Expected interval of poll calls (ms). */
  intervalMs: number;
  sendMessages: (run: RunContext) => Promise<void>;
  /** How long the run continues for sites with a shorter interval than the calls (ms). Default: 0. */
  lastsMs?: number;
  /** Built-in scheduler: due times of evenly read sites by id. Default: their usual interval. */
  dueMs?: Map<string, number>;
  sleep?: (ms: number) => Promise<void>;
}

/**
 * With the built-in scheduler, how long messages are sent after the last read (ms). Its delivery runs send the
 * rest, so a backlog doesn't delay the next read.
 */
const messagesRestMs = 2_000;

/** A slow site delays no others, which are read again. Safe to repeat, to run concurrently and to kill. */
export async function poll(
  run: RunContext,
  sites: readonly ReadContext[],
  how: PollSettings,
): Promise<PollTally> {
  const startedMs = run.clock().getTime();
  const tally: SiteTally = { items: 0, matches: 0, notifications: 0, gaps: 0, requests: 0 };
  const watched = await syncReads(pool(), run.clock());
  const read = sites.filter(isInTurns).filter(({ site }) => watched.includes(site.id));
  const messages = repeatMessages(run, how.sendMessages, how.dueMs === undefined ? Infinity : messagesRestMs);
  const { dueMs = null, lastsMs: usualMs, sleep } = how;
  const turns: Turns = { busy: 0, endsMs: startedMs + lastsMs(read, how), usualMs, dueMs, sleep };
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
    for (const context of read) await guarded(context, "rest of the budget", () => context.budget.giveBack());
    for (const { site, faults } of read)
      run.faults.push(...eachOnce(faults).map((fault) => ({ ...fault, site: site.id })));
    await messages.stop();
  }
  return { ...tally, durationMs: run.clock().getTime() - startedMs };
}

type InTurns = ReadContext & { site: Exclude<Site, StreamedSite> | PagesOfStream };

/** Streams are read by the listen route, except for their other places. */
export function isReadInTurns(site: Site): boolean {
  return site.reads !== "stream" || site.pages !== undefined;
}

const isInTurns = (context: ReadContext): context is InTurns => isReadInTurns(context.site);

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
    case "trackers":
      return readTrackers(context as TrackersContext, how);
    case "walks":
      return readWalks(context as WalksContext, how);
    case "stream":
      return readForward(context as ForwardContext, how);
    case "files":
      return readFiles(context as FilesContext, how);
  }
}

function lastsMs(sites: readonly ReadContext[], { lastsMs = 0, dueMs }: PollSettings): number {
  return sites.some((site) => quickestMs(site, dueMs !== undefined) < lastsMs) ? lastsMs : 0;
}

function eachOnce(faults: readonly Fault[]): Fault[] {
  return [...new Map(faults.map((fault) => [`${fault.unit}\n${fault.error}`, fault])).values()];
}
