import { log, logging } from "./log";
import { pool } from "./database";
import { newId } from "./ids";
import { inBackground } from "./work";
import { spanned } from "./span";
import { keepLease } from "./keep-lease";
import { finishRun, startRun } from "./runs";
import { releaseLease, takeLease } from "./take-lease";
import { faultOf, type Fault, type RunContext } from "./run-context";

/** Each run stops claiming work at this share of its time limit. */
const claimShare = 0.8;
const keptFaults = 50;
/** So long may what was begun go on after the deadline or a SIGTERM: within 10 s all is over. */
const graceMs = 6_000;

/** Time limits of the cron routes, milliseconds: `maxDuration` of the routes says the same. */
export const timeLimitMs = { poll: 65_000, listen: 65_000, deliver: 300_000, retention: 300_000 };
/** So often the app's own clock polls, and so long its runs read again what has a quicker pace, milliseconds. */
export const ownPollMs = 20_000;
export type CronName = keyof typeof timeLimitMs;
/** Where another process is to take over within seconds: a lease of its own length, which its run renews. */
const shortLeaseMs: Partial<Record<CronName, number>> = { listen: 8_000 };

/**
 * One execution of a cron route: of two at once one works, the other answers `skipped`. The lease runs out with
 * the time limit or sooner, so a killed run holds up the next one no longer. Leaves a Run row, also when the work throws.
 */
export function runCron<T extends object>(
  name: CronName,
  work: (context: RunContext) => Promise<T>,
): Promise<T | { skipped: true }> {
  return inBackground(() => runOnce(name, work));
}

async function runOnce<T extends object>(
  name: CronName,
  work: (context: RunContext) => Promise<T>,
): Promise<T | { skipped: true }> {
  const id = newId();
  const before = Date.now();
  const shortMs = shortLeaseMs[name];
  const lease = await takeLease(pool(), name, id, shortMs ?? timeLimitMs[name]);
  if (lease.fence === null) return { skipped: true };
  const own = { name, owner: id, fence: lease.fence };
  const held = shortMs === undefined ? null : keepLease(own, shortMs);

  const offsetMs = lease.now.getTime() - before;
  const clock = () => new Date(Date.now() + offsetMs);
  const faults: Fault[] = [];
  const stop = stopping();
  const deadline = new Date(lease.now.getTime() + timeLimitMs[name] * claimShare);
  const context: RunContext = {
    clock,
    faults,
    signal: AbortSignal.any([
      stop.ending.signal,
      AbortSignal.timeout(timeLimitMs[name] * claimShare + graceMs),
      ...(held === null ? [] : [held.lost]),
    ]),
    get deadline() {
      return stop.requested || held?.lost.aborted ? new Date(0) : deadline;
    },
    ...(held !== null && { lease: own }),
  };
  let tally: T | null = null;
  try {
    context.followsKill = (await startRun(pool(), { id, route: name, now: lease.now })).followsKill;
    tally = await logging({ run: id }, () => asSpan(name, id, () => work(context)));
    return tally;
  } catch (error) {
    // Written down before the caller hears of it: the rows are the monitoring.
    faults.push(faultOf(name, error));
    throw error;
  } finally {
    await held?.letGo();
    for (const fault of faults) log().warn({ run: id, route: name, ...fault }, "a unit failed");
    const durationMs = clock().getTime() - lease.now.getTime();
    const ended = { run: id, route: name, ok: tally !== null, durationMs, faults: faults.length, ...tally };
    log().info(ended, "a run ended");
    try {
      await finishRun(pool(), { id, now: clock(), tally, faults: faults.slice(0, keptFaults) });
    } finally {
      // Kept, it would hold up the next runs for as long as this one may take.
      await releaseLease(pool(), name, id);
    }
  }
}

function asSpan<T extends object>(route: CronName, run: string, work: () => Promise<T>): Promise<T> {
  return spanned(`run ${route}`, { run }, async (note) => {
    const tally = await work();
    note(tally);
    return tally;
  });
}

interface Stop {
  requested: boolean;
  /** Ends requests that are on their way. */
  ending: AbortController;
}

const kept = globalThis as typeof globalThis & { earshotStop?: Stop };

/** Whether a SIGTERM came: runs stop claiming and end. One for all copies of this module. */
export function stopping(): Stop {
  return (kept.earshotStop ??= { requested: false, ending: new AbortController() });
}

/** Has all runs stop claiming at once, and ends what is still on its way a little later. */
export function requestStop(): void {
  stopping().requested = true;
  setTimeout(() => stopping().ending.abort(), graceMs).unref();
}
