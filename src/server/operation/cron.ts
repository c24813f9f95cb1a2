import { setTimeout as sleep } from "node:timers/promises";
import type { RegisteredSite } from "@/domain/site";
import { channelNames, givenOf } from "@/channels/registry";
import { env } from "@/env";
import { sitesOn } from "@/sites/registry";
import { reconcile } from "@/server/billing/reconcile";
import { undoMs } from "@/domain/undo";
import { applyAllPendingUpdates } from "@/server/mentions/pending-updates";
import { deleteExpiredUndos } from "@/server/mentions/statements/undo";
import { pool } from "@/server/platform/database";
import { connected } from "@/server/reading/site";
import { spanned } from "@/server/platform/span";
import { Budget } from "@/server/reading/budget";
import { faultOf, guarded, type RunContext } from "@/server/platform/run-context";
import type { ReadContext, StreamContext } from "@/server/reading/context";
import { listen } from "@/server/reading/listen";
import { deliverDue, type DeliverTally, type Rounds } from "@/server/delivery/deliver";
import { inRounds, roundMs } from "@/server/delivery/rounds";
import { poll, type PollTally } from "@/server/reading/poll";
import { recheckSites } from "@/server/reading/recheck";
import { renderDue } from "@/server/rendering/render";
import { retain } from "./retention";
import { ownPollMs, runCron } from "@/server/platform/run";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { queueDueSpikes } from "@/server/delivery/spikes";
import { queueDueReports } from "@/server/delivery/weekly-reports";
import { watchSet } from "@/server/recording/watch-set";
import { refreshAuthors } from "@/server/watches/refresh-authors";

/** Expected interval of poll requests (ms). */
const pollIntervalMs = 60_000;
/** Next due time of each site with evenly spaced reads, kept between runs of the built-in scheduler. */
const dueMs = new Map<string, number>();
/** Shares of a retention run's time. */
const recheckShare = 0.4;
const authorShare = 0.2;
const reconcileShare = 0.5;
/** Expired undo tokens per statement. Each can have thousands of rows. */
const undosAtOnce = 100;

/** The read context of one site, with its own faults. */
function reading(context: RunContext, site: RegisteredSite): ReadContext {
  const { clock, signal, followsKill } = context;
  return {
    ...{ clock, signal, followsKill },
    faults: [],
    site: connected(site.id),
    budget: new Budget({ ...site.allowance(), window: site.window, clock, sleep }),
    get deadline() {
      return context.deadline;
    },
  };
}

function readings(context: RunContext): ReadContext[] {
  return sitesOn().map((site) => reading(context, site));
}

/** Enqueues due messages and delivers. Delivers also if enqueueing failed. */
async function enqueueAndDeliver(
  context: RunContext,
  { rounds, channels = channelNames }: { rounds?: Rounds; channels?: typeof channelNames } = {},
): Promise<DeliverTally> {
  const [enqueueing] = await Promise.allSettled([
    spanned("enqueue", {}, async (note) => {
      const hasTime = () => context.clock() < context.deadline;
      const reports = await queueDueReports(context.clock(), hasTime);
      const spikes = await queueDueSpikes(context.clock(), hasTime);
      note({ ...(await enqueueDueDeliveries(context.clock(), hasTime)), reports, spikes });
    }),
  ]);
  const tally = await spanned("deliver", {}, async (note) => {
    const part = { rounds, channels };
    const delivered = await deliverDue(context.clock, () => context.deadline, null, context.signal, part);
    note(delivered);
    return delivered;
  });
  if (enqueueing.status === "rejected") throw enqueueing.reason;
  return tally;
}

/**
 * Delivery during a read run. If the scheduler is on, skips channels with user-defined receivers, which can
 * hang; the delivery run sends to them.
 */
async function sendBeside(context: RunContext): Promise<void> {
  const isWoken = env().SCHEDULER === "on";
  const channels = channelNames.filter((name) => !isWoken || givenOf(name) === undefined);
  await enqueueAndDeliver(context, { channels });
}

/** GET /api/cron/poll */
export function runPoll(): Promise<PollTally | { skipped: true }> {
  return runCron("poll", (context) =>
    poll(context, readings(context), {
      ...(env().SCHEDULER === "on" && { lastsMs: ownPollMs, dueMs }),
      watches: watchSet(),
      intervalMs: pollIntervalMs,
      sendMessages: () => sendBeside(context),
    }),
  );
}

/** GET /api/cron/listen */
export function runListen() {
  return runCron("listen", (context) => {
    const { lease } = context;
    const streams = readings(context).flatMap((one): StreamContext[] =>
      one.site.reads === "stream" && lease !== undefined
        ? [Object.assign(one, { site: one.site, lease })]
        : [],
    );
    return listen(context, streams, {
      isResident: env().SCHEDULER === "on",
      watches: watchSet(),
      sendMessages: () => sendBeside(context),
    });
  });
}

/** How long delivery waits for rendering left over by polls or by an earlier version (ms). */
const renderingMs = 20_000;

/**
 * In a resident process, rounds follow each other quickly until nothing was sent for `lingersMs`, so webhooks
 * arrive within half a second.
 */
const livelyMs = 250;
const lingersMs = 2_000;
/** Limits the extra rounds, so the run's other tasks aren't delayed longer (ms). */
const livesMs = 60_000;
/** Maximum concurrent rounds: 16 s' worth, about as long as a round can hang on a receiver. */
const mostLively = 64;

/** Delivers in rounds. With the built-in scheduler, continues while there are messages. */
async function deliverInRounds(context: RunContext, hasTime: () => boolean): Promise<DeliverTally[]> {
  const isLively = env().SCHEDULER === "on";
  const rounds: Rounds = { everyMs: isLively ? livelyMs : roundMs, turns: new Map() };
  const startedMs = performance.now();
  let lastSentMs = -Infinity;
  const round = async () => {
    const tally = await enqueueAndDeliver(context, { rounds });
    if (tally.sent + tally.failed > 0) lastSentMs = performance.now();
    return tally;
  };
  const goesOn = () => {
    const nowMs = performance.now();
    return nowMs - lastSentMs < lingersMs && nowMs - startedMs < livesMs;
  };
  const lively = { everyMs: livelyMs, mostOpen: mostLively, goesOn };
  return inRounds(round, hasTime, undefined, isLively ? lively : undefined);
}

/** GET /api/cron/deliver */
export function runDeliver() {
  return runCron("deliver", async (context) => {
    const end = context.clock().getTime() + renderingMs;
    const until = () => new Date(Math.min(end, context.deadline.getTime()));
    await guarded(context, "renders", () => renderDue("all", context.clock, until));
    const hasTime = () => context.clock() < context.deadline;
    const [tallies] = await Promise.all([
      deliverInRounds(context, hasTime),
      guarded(context, "marks", () => endUndos(context.clock(), hasTime)),
    ]);
    return tallies.reduce(together);
  });
}

/** Applies changes that can't be undone any longer, and deletes the data for undoing them. */
async function endUndos(now: Date, hasTime: () => boolean): Promise<void> {
  await applyAllPendingUpdates(hasTime, new Date(now.getTime() - undoMs));
  await deleteExpiredUndos(pool(), now, undosAtOnce);
}

/** Adds up two rounds. `pending` is the later one's. */
function together(one: DeliverTally, later: DeliverTally): DeliverTally {
  const { sent, failed, retried, pending } = later;
  return { sent: one.sent + sent, failed: one.failed + failed, retried: one.retried + retried, pending };
}

/** Limits a task to a share of the remaining time, so a slow service doesn't block the tasks after it. */
function withShare(context: RunContext, share: number): RunContext {
  const startedMs = context.clock().getTime();
  return {
    ...context,
    // A getter, because a shutdown request changes the deadline.
    get deadline() {
      return new Date(startedMs + (context.deadline.getTime() - startedMs) * share);
    },
  };
}

/** GET /api/cron/retention */
export function runRetention() {
  return runCron("retention", async (context) => {
    let checked = { rechecked: 0, blanked: 0 };
    await guarded(context, "recheck", async () => {
      checked = await recheckSites(context.faults, readings(withShare(context, recheckShare)));
    });
    const asking = readings(withShare(context, authorShare));
    await guarded(context, "authors", () => refreshAuthors(context, asking));
    let reconciled = 0;
    await guarded(context, "reconcile", async () => {
      const { clock, faults } = context;
      const own = withShare(context, reconcileShare);
      reconciled = await reconcile(
        clock,
        () => clock() < own.deadline,
        (userId, error) => faults.push(faultOf(`reconcile ${userId}`, error)),
      );
    });
    const hasTime = () => context.clock() < context.deadline;
    const retained = await retain(context.clock(), hasTime, context.faults);
    return { ...retained, ...checked, reconciled };
  });
}
