import { backoffMs } from "@/domain/time/backoff";
import { SiteError } from "@/domain/reading/site-error";
import { pool } from "@/server/platform/database";
import { getFault, type RunContext, pause } from "@/server/platform/run-context";
import { LeaseLost } from "@/server/platform/leases";
import { readHorizon } from "@/server/recording/statements/watches";
import type { WatchSet } from "@/server/recording/watch-set";
import { AuthorNames } from "./author-names";
import { skippedUnit } from "./budget";
import { recordSkippedRead, type StreamContext } from "./context";
import { firstWatched, listStreamReads, readStream } from "./read-stream";
import { repeatMessages } from "./repeat-messages";
import { recordTrouble } from "./record-trouble";
import { syncReads } from "./statements/reads";
import { beginStream, isNewlyWatched, type StreamPosition } from "./statements/streams";
import { nothingOpen, type ListenTally, type StreamState } from "./stream-state";

export interface ListenSettings {
  watches: WatchSet;
  /** Runs until the deadline. Otherwise handles the events since the last call and ends. */
  isResident: boolean;
  sendMessages: () => Promise<void>;
  /** A non-resident call ends after this long without events. Default: 5 s. */
  quietMs?: number;
}

/** Interval of checking for new watches (ms). */
const lookEveryMs = 3_000;
const wait = { baseMs: 500, capMs: 30_000 };
/** For streams without memory, which are run by volunteers. */
const gentleWait = { baseMs: 1_000, capMs: 60_000 };

const names = new AuthorNames();

/** Safe to repeat and to kill at any time. A lease ensures that there is only one run. */
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
    // Without a stream, waits, because returning would start the next call immediately.
    if (sites.length === 0 && how.isResident) await pause(run, Infinity);
  } finally {
    for (const { site, faults } of sites)
      run.faults.push(...faults.map((fault) => ({ ...fault, site: site.id })));
    await messages.stop();
  }
  return { ...tally, durationMs: run.clock().getTime() - startedMs };
}

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
        // Recorded data is kept after any error, and the next attempt continues from there.
        if (error instanceof LeaseLost) isDone = true;
        failures = state.hasCome ? 1 : failures + 1;
        await recordFailure(context, state, error);
        const { site } = context;
        const how = site.lookBackMs === 0 ? gentleWait : wait;
        if (!isDone) await pause(context, backoffMs(failures, { ...how, random: Math.random() }));
      }
    }
  } finally {
    await state.rendering;
    await context.budget.giveBack();
  }
}

/** The position, or null if there are no watches or the budget doesn't allow a request. */
async function begin(
  context: StreamContext,
  state: StreamState,
  horizon: string,
): Promise<StreamPosition | null> {
  const { site, budget } = context;
  if (await isNewlyWatched(pool(), site.id, horizon)) await syncReads(pool(), context.clock());
  state.reads = await listStreamReads(context);
  if (state.reads.length === 0) return null;
  if (!(await budget.take("named"))) {
    // Retried until the site's pause ends, so only recorded once.
    if (!context.faults.some(({ unit }) => unit === skippedUnit)) recordSkippedRead(context);
    return null;
  }
  const { isResident, followsKill } = state;
  // Only the first attempt of the run follows a kill.
  state.followsKill = false;
  // A late first connection covers the time since the activation, if the site still has it.
  const startAt = site.lookBackMs > 0 ? firstWatched(state.reads) : context.clock();
  return beginStream({ site: site.id, isResident, followsKill, startAt });
}

async function recordFailure(context: StreamContext, { reads }: StreamState, error: unknown): Promise<void> {
  if (!(error instanceof SiteError)) return void context.faults.push(getFault("stream", error));
  await context.budget.failed(error);
  await recordTrouble(context, { unit: "stream", reads }, error.message);
}
