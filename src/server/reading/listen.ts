import { setTimeout as sleep } from "node:timers/promises";
import { backoffMs } from "@/domain/backoff";
import { SiteError } from "@/domain/site-error";
import { pool } from "@/server/platform/database";
import { faultOf, type RunContext } from "@/server/platform/run-context";
import { LeaseLost } from "@/server/platform/take-lease";
import { readHorizon } from "@/server/recording/statements/watches";
import type { WatchSet } from "@/server/recording/watch-set";
import { AuthorNames } from "./author-names";
import { skippedUnit } from "./budget";
import { recordSkippedRead, type StreamContext } from "./context";
import { readStream } from "./read-stream";
import { repeatMessages } from "./repeat-messages";
import { failReads, listReads, syncReads } from "./statements/reads";
import { beginStream, isNewlyWatched, type StreamPosition } from "./statements/streams";
import { nothingOpen, type ListenTally, type StreamState } from "./stream-state";

export interface ListenSettings {
  watches: WatchSet;
  /** Stays until its time is over; else it takes in what was told since the last call, and ends. */
  isResident: boolean;
  /** Seals and delivers: every 10 s, and once at the end. */
  sendMessages: () => Promise<void>;
  /** A call that does not stay ends where nothing came for so long. Default: 5 s. */
  quietMs?: number;
}

/** How often a reader looks whether somebody watches by now. */
const lookEveryMs = 3_000;
/** How soon it notices that the run is over. */
const noticeMs = 200;
const wait = { baseMs: 500, capMs: 30_000 };

const names = new AuthorNames();

/**
 * One execution of the listen route: every stream that is on and that an active watch names is taken in, all of them beside one
 * another. Safe to repeat and to kill anywhere; under its lease it is the only one.
 */
export async function listen(
  run: RunContext,
  sites: readonly StreamContext[],
  how: ListenSettings,
): Promise<ListenTally & { durationMs: number }> {
  const startedMs = run.clock().getTime();
  const counted = { items: 0, matches: 0, notifications: 0, gaps: 0 };
  const tally: ListenTally = { events: 0, posts: 0, ...counted, blanked: 0 };
  const horizon = await readHorizon(pool());
  await syncReads(pool(), run.clock());
  const messages = repeatMessages(run, how.sendMessages);
  try {
    await Promise.all(sites.map((context) => stay(context, how, tally, horizon)));
    // Without anything to listen to it is called again when its time is over.
    if (sites.length === 0 && how.isResident) await pause(run, Infinity);
  } finally {
    for (const { site, faults } of sites)
      run.faults.push(...faults.map((fault) => ({ ...fault, site: site.id })));
    await messages.stop();
  }
  return { ...tally, durationMs: run.clock().getTime() - startedMs };
}

/** Reads one stream as long as the run goes on, again after every failure, ever later. */
async function stay(
  context: StreamContext,
  how: ListenSettings,
  tally: ListenTally,
  horizon: string,
): Promise<void> {
  const { watches, isResident, quietMs = 5_000 } = how;
  const startedAt = context.clock();
  const state: StreamState = {
    ...{ watches, names, tally, isResident, startedAt, quietMs },
    ...{ reads: [], at: startedAt, open: nothingOpen() },
    ...{ rendering: null, hasUnrendered: false, hasCome: false },
    followsKill: context.followsKill === true,
  };
  let failures = 0;
  let isDone = false;
  try {
    while (!isDone && context.clock() < context.deadline) {
      state.hasCome = false;
      try {
        const position = await begin(context, state, horizon);
        if (position !== null) await readStream(context, state, position);
        isDone = !isResident;
        if (position === null && isResident) await pause(context, lookEveryMs);
      } catch (error) {
        // Whatever it was, what is written down stands, and the next attempt goes on there.
        if (error instanceof LeaseLost) isDone = true;
        failures = state.hasCome ? 1 : failures + 1;
        await noteTrouble(context, state, error);
        if (!isDone) await pause(context, backoffMs(failures, { ...wait, random: Math.random() }));
      }
    }
  } finally {
    await state.rendering;
    await context.budget.giveBack();
  }
}

/** Where to go on; null: nobody watches, or the site may not be asked now. */
async function begin(
  context: StreamContext,
  state: StreamState,
  horizon: string,
): Promise<StreamPosition | null> {
  const { site, budget } = context;
  if (await isNewlyWatched(pool(), site.id, horizon)) await syncReads(pool(), context.clock());
  const now = context.clock();
  state.reads = await listReads(pool(), site, now);
  if (state.reads.length === 0) return null;
  if (!(await budget.take("named"))) {
    // Asked again and again as long as the site wants to be left alone.
    if (!context.faults.some(({ unit }) => unit === skippedUnit)) recordSkippedRead(context);
    return null;
  }
  const { isResident, followsKill } = state;
  // Counted once: another attempt of the same run follows no death.
  state.followsKill = false;
  return beginStream(pool(), { site: site.id, isResident, followsKill, now });
}

async function noteTrouble(context: StreamContext, { reads }: StreamState, error: unknown): Promise<void> {
  const { site, budget, clock } = context;
  const fault =
    error instanceof SiteError ? { unit: "stream", error: error.message } : faultOf("stream", error);
  context.faults.push(fault);
  if (!(error instanceof SiteError)) return;
  await budget.failed(error);
  for (const { place, kind } of reads)
    await failReads(pool(), {
      ...{ site: site.id, places: [place], kind, error: error.message },
      ...{ now: clock(), nextAttemptAt: null },
    });
}

/** Waits, but not beyond the run. */
async function pause(run: RunContext, ms: number): Promise<void> {
  const untilMs = performance.now() + ms;
  while (run.clock() < run.deadline && performance.now() < untilMs)
    await sleep(Math.min(noticeMs, untilMs - performance.now()));
}
