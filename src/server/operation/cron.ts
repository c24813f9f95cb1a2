import { setTimeout as sleep } from "node:timers/promises";
import { perProcess } from "@/adapters/per-process";
import type { RegisteredSite } from "@/domain/reading/site";
import { env } from "@/env";
import { sitesOn } from "@/sites/registry";
import { reconcile } from "@/server/billing/reconcile";
import { undoMs } from "@/domain/time/undo";
import { applyAllPendingUpdates } from "@/server/mentions/pending-updates";
import { deleteExpiredUndos } from "@/server/mentions/statements/undo";
import { connected } from "@/server/reading/site";
import { Budget } from "@/server/reading/budget";
import { getFault, guarded, type ActiveLease, type RunContext, pause } from "@/server/platform/run-context";
import type { ReadContext, StreamContext } from "@/server/reading/context";
import { listen } from "@/server/reading/listen";
import { pool } from "@/server/platform/database";
import { inBackground } from "@/server/platform/work";
import { hasClaimed } from "@/server/delivery/statements/claims";
import type { SendTally } from "@/server/delivery/record-outcomes";
import { countWaiting } from "@/server/delivery/statements/deliveries";
import { isReadInTurns, poll, type PollTally } from "@/server/reading/poll";
import { recheckSites } from "@/server/reading/recheck";
import { renderDue } from "@/server/rendering/render";
import { addTallies, deliverInRounds, sendInParallel } from "./delivery-rounds";
import { retain } from "./retention";
import { runInTurn } from "@/server/platform/in-turn";
import { ownPollMs, runCron, type CronName } from "@/server/platform/run";
import { watchSet } from "@/server/recording/watch-set";
import { refreshAuthors } from "@/server/watches/refresh-authors";
import { tendThreads } from "@/server/watches/tend-threads";

const pollIntervalMs = 60_000;
/** Next due time of each site with evenly spaced reads, kept between runs of the built-in scheduler. */
const dueTimes = () => perProcess("earshotDueTimes", () => new Map<string, number>());
const recheckShare = 0.4;
const authorShare = 0.2;
const reconcileShare = 0.5;
/** Expired undo tokens per statement. Each can have thousands of rows. */
const undosAtOnce = 100;

function reading(context: RunContext, site: RegisteredSite, lease?: ActiveLease): ReadContext {
  const { clock, signal } = context;
  return {
    clock,
    signal: lease === undefined ? signal : AbortSignal.any([lease.lost, ...(signal ? [signal] : [])]),
    followsKill: lease?.followsKill,
    faults: [],
    site: connected(site.id),
    budget: new Budget({ ...site.allowance(), window: site.window, clock, sleep }),
    get deadline() {
      return lease?.lost.aborted ? new Date(0) : context.deadline;
    },
  };
}

function readings(context: RunContext): ReadContext[] {
  return sitesOn().map((site) => reading(context, site));
}

function claimedReadings(context: RunContext, route: CronName): (ReadContext & { lease: ActiveLease })[] {
  return sitesOn().flatMap((site) => {
    const lease = context.leases?.get(leaseName(route, site.id));
    return lease === undefined ? [] : [Object.assign(reading(context, site, lease), { lease })];
  });
}

const leaseName = (route: CronName, siteId: string) => `${route}:${siteId}`;

/** Lease names of the sites that a route reads. Without such a site, one lease for its other tasks. */
function leaseNames(route: "poll" | "listen"): string[] {
  const names = sitesOn()
    .filter(({ id }) => {
      const site = connected(id);
      return route === "listen" ? site.reads === "stream" : isReadInTurns(site);
    })
    .map(({ id }) => leaseName(route, id));
  return names.length === 0 ? [route] : names;
}

/** GET /api/cron/poll. With `lastsMs`, the run keeps its sites for at least this time. */
export function runPoll({ lastsMs = 0 } = {}): Promise<PollTally | { skipped: true }> {
  const work = async (context: RunContext) => {
    const pausing = pause(context, lastsMs);
    const claimed = claimedReadings(context, "poll");
    const tally = await poll(context, claimed, {
      ...(env().SCHEDULER === "on" && { lastsMs: ownPollMs, dueMs: dueTimes() }),
      watches: watchSet(),
      intervalMs: pollIntervalMs,
      sendMessages: sendInParallel,
    });
    await tendThreads(context, claimed);
    await pausing;
    return tally;
  };
  return runCron("poll", work, { leases: leaseNames("poll") });
}

export function runListen() {
  const work = (context: RunContext) => {
    const streams = claimedReadings(context, "listen").flatMap((one): StreamContext[] =>
      one.site.reads === "stream" ? [Object.assign(one, { site: one.site })] : [],
    );
    return listen(context, streams, {
      isResident: env().SCHEDULER === "on",
      watches: watchSet(),
      sendMessages: () => sendInParallel(context),
    });
  };
  return runCron("listen", work, { leases: leaseNames("listen") });
}

/** How long delivery waits for rendering left over by polls or by an earlier version (ms). */
const renderingMs = 20_000;

export async function runDeliver(): Promise<(SendTally & { pending: number }) | { skipped: true }> {
  const tally = await runCron(
    "deliver",
    async (context) => {
      const end = context.clock().getTime() + renderingMs;
      const until = () => new Date(Math.min(end, context.deadline.getTime()));
      await guarded(context, "renders", () => renderDue("all", context.clock, until));
      const hasTime = () => context.clock() < context.deadline;
      const [tallies] = await Promise.all([
        deliverInRounds(context, hasTime),
        guarded(context, "bulk updates", () => endUndos(context.clock(), hasTime)),
      ]);
      return { ...tallies.reduce(addTallies), pending: await countWaiting(pool()) };
    },
    { leases: null },
  );
  if ("skipped" in tally || tally.sent + tally.failed + tally.retried > 0 || tally.pending === 0)
    return tally;
  return (await inBackground(() => hasClaimed(pool()))) ? { skipped: true } : tally;
}

async function endUndos(now: Date, hasTime: () => boolean): Promise<void> {
  await runInTurn([
    () => applyAllPendingUpdates(hasTime, new Date(now.getTime() - undoMs)),
    async () => {
      while (hasTime() && (await deleteExpiredUndos(pool(), now, undosAtOnce)) === undosAtOnce);
    },
  ]);
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

export function runRetention() {
  return runCron("retention", async (context) => {
    let checked = { rechecked: 0, blanked: 0 };
    await guarded(context, "recheck", async () => {
      checked = await recheckSites(context.faults, readings(withShare(context, recheckShare)));
    });
    const lookup = readings(withShare(context, authorShare));
    await guarded(context, "authors", () => refreshAuthors(context, lookup));
    let reconciled = 0;
    await guarded(context, "reconcile", async () => {
      const { clock, faults } = context;
      const own = withShare(context, reconcileShare);
      reconciled = await reconcile(
        clock,
        () => clock() < own.deadline,
        (userId, error) => faults.push(getFault(`reconcile ${userId}`, error)),
      );
    });
    const hasTime = () => context.clock() < context.deadline;
    const deleted = await retain(context.clock(), hasTime, context.faults);
    return { ...deleted, ...checked, reconciled };
  });
}
