import { log, logging } from "./log";
import { pool } from "./database";
import { newId } from "./ids";
import { inBackground } from "./work";
import { spanned } from "./span";
import { keepLease } from "./keep-lease";
import { finishRun, startRun } from "./runs";
import { releaseLease, takeLease } from "./take-lease";
import { faultOf, type Fault, type RunContext } from "./run-context";

/** Runs stop claiming work at this share of their time limit. */
const claimShare = 0.8;
const keptFaults = 50;
/** Grace period for in-flight work after the deadline or SIGTERM (ms). The process must exit within 10 s. */
const graceMs = 6_000;

/** Time limits of the cron routes (ms), equal to their `maxDuration`. */
export const timeLimitMs = { poll: 65_000, listen: 65_000, deliver: 300_000, retention: 300_000 };
/** Poll interval of the built-in scheduler, and how long a run keeps re-reading faster sites (ms). */
export const ownPollMs = 20_000;
export type CronName = keyof typeof timeLimitMs;
/**
 * Lease lengths (ms) of routes that another process must take over within seconds. The run renews its lease.
 */
const shortLeaseMs: Partial<Record<CronName, number>> = { listen: 8_000 };

/**
 * Runs a cron route once. If another run is active, returns `skipped`. The lease expires with the time limit
 * at the latest, so a killed run doesn't block later ones. Records a Run row even if the work throws.
 */
export function runCron<T extends object>(
  name: CronName,
  work: (context: RunContext) => Promise<T>,
): Promise<T | { skipped: true }> {
  const running = inBackground(() => runOnce(name, work));
  const { active } = stopping();
  active.add(running);
  return running.finally(() => active.delete(running));
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
  const stored = shortMs === undefined ? null : keepLease(own, shortMs);

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
      ...(stored === null ? [] : [stored.lost]),
    ]),
    get deadline() {
      return stop.requested || stored?.lost.aborted ? new Date(0) : deadline;
    },
    ...(stored !== null && { lease: own }),
  };
  let tally: T | null = null;
  try {
    context.followsKill = (await startRun(pool(), { id, route: name, now: lease.now })).followsKill;
    tally = await logging({ run: id }, () => asSpan(name, id, () => work(context)));
    return tally;
  } catch (error) {
    // Recorded before rethrowing, because monitoring reads these rows.
    faults.push(faultOf(name, error));
    throw error;
  } finally {
    await stored?.letGo();
    for (const fault of faults) log().warn({ run: id, route: name, ...fault }, "a unit failed");
    const durationMs = clock().getTime() - lease.now.getTime();
    const ended = { run: id, route: name, ok: tally !== null, durationMs, faults: faults.length, ...tally };
    log().info(ended, "a run ended");
    try {
      await finishRun(pool(), { id, now: clock(), tally, faults: faults.slice(0, keptFaults) });
    } finally {
      // Otherwise the next runs would be blocked until the lease expires.
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
  /** Aborts requests in flight. */
  ending: AbortController;
  /** Runs in progress. scripts/serve.mjs waits for them before it exits. */
  active: Set<Promise<unknown>>;
}

const retained = globalThis as typeof globalThis & { earshotStop?: Stop };

/** Shutdown state after a SIGTERM, shared by all copies of this module. */
export function stopping(): Stop {
  return (retained.earshotStop ??= {
    requested: false,
    ending: new AbortController(),
    active: new Set(),
  });
}

/** Makes all runs stop claiming work now and aborts their requests after the grace period. */
export function requestStop(): void {
  stopping().requested = true;
  setTimeout(() => stopping().ending.abort(), graceMs).unref();
}
