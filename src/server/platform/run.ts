import { perProcess } from "@/adapters/per-process";
import { timeoutSignal } from "@/adapters/timeout-signal";
import { pool } from "./database";
import { log, logging } from "./log";
import { newId } from "./ids";
import { inBackground } from "./work";
import { spanned } from "./span";
import { autoRenewLeases } from "./auto-renew-leases";
import { finishRun, startRun } from "./runs";
import type { ClaimedLease } from "./leases";
import { claimShare, releaseShare } from "./worker-share";
import { getFault, type Fault, type RunContext } from "./run-context";

/** Runs stop claiming work at this share of their time limit. */
const timeShare = 0.8;
const storedFaults = 50;
/** Grace period for in-flight work after the deadline or SIGTERM (ms). The process must exit within 10 s. */
const graceMs = 6_000;

/** Time limits of the cron routes (ms), equal to their `maxDuration`. */
export const timeLimitMs = { poll: 65_000, listen: 65_000, deliver: 300_000, retention: 300_000 };
/** Poll interval of the built-in scheduler, and how long a run keeps re-reading faster sites (ms). */
export const ownPollMs = 20_000;
export type CronName = keyof typeof timeLimitMs;
/** Lease lengths (ms). Runs renew their leases, so another process can take over from a killed one soon. */
const leaseMs: Record<CronName, number> = { poll: 15_000, listen: 8_000, deliver: 15_000, retention: 15_000 };

interface How {
  /** `<route>:<site>` each; continues with free ones. Default: one per route. Null: claims rows itself. */
  leases?: readonly string[] | null;
}

/** Returns `skipped` if others have all leases, which expire soon after a kill. Always records a Run. */
export function runCron<T extends object>(
  name: CronName,
  work: (context: RunContext) => Promise<T>,
  how: How = {},
): Promise<T | { skipped: true }> {
  const running = inBackground(() => runOnce(name, work, how));
  const { active } = stopping();
  active.add(running);
  return running.finally(() => active.delete(running));
}

async function runOnce<T extends object>(
  name: CronName,
  work: (context: RunContext) => Promise<T>,
  { leases: names = [name] }: How,
): Promise<T | { skipped: true }> {
  const id = newId();
  const claimed = await claimShare(names ?? [], { owner: id, ttlMs: leaseMs[name] });
  // Never ahead of the database, even after a wait for a connection: others' live claims would seem expired.
  const offsetMs = claimed.now.getTime() - Date.now();
  if (names !== null && names.length > 0 && claimed.leases.length === 0) return { skipped: true };
  const stored = autoRenewLeases(claimed.leases, leaseMs[name]);

  const clock = () => new Date(Date.now() + offsetMs);
  const faults: Fault[] = [];
  const stop = stopping();
  const deadline = new Date(claimed.now.getTime() + timeLimitMs[name] * timeShare);
  const lost = [...stored.lost.values()];
  const isLost = () => lost.length > 0 && lost.every(({ aborted }) => aborted);
  const context: RunContext = {
    clock,
    faults,
    signal: AbortSignal.any([
      stop.ending.signal,
      timeoutSignal(timeLimitMs[name] * timeShare + graceMs),
      ...(lost.length === 1 ? lost : []),
    ]),
    get deadline() {
      return stop.requested || isLost() ? new Date(0) : deadline;
    },
    leases: new Map(
      claimed.leases.map((lease) => [lease.name, { ...lease, lost: stored.lost.get(lease.name)! }]),
    ),
  };
  let tally: T | null = null;
  try {
    await startRun(pool(), { id, route: name, now: claimed.now, sites: getSites(name, claimed.leases) });
    tally = await logging({ run: id }, () => asSpan(name, id, () => work(context)));
    return tally;
  } catch (error) {
    // Recorded before rethrowing, because monitoring reads these rows.
    faults.push(getFault(name, error));
    throw error;
  } finally {
    await stored.letGo();
    for (const fault of faults) log().warn({ run: id, route: name, ...fault }, "a unit failed");
    const durationMs = clock().getTime() - claimed.now.getTime();
    const ended = { run: id, route: name, ok: tally !== null, durationMs, faults: faults.length, ...tally };
    log().info(ended, "a run ended");
    try {
      await finishRun(pool(), { id, now: clock(), tally, faults: faults.slice(0, storedFaults) });
    } finally {
      // Otherwise the next runs would be blocked until the leases expire.
      if (claimed.leases.length > 0) await releaseShare(id, claimed.leases);
    }
  }
}

function getSites(route: CronName, leases: readonly ClaimedLease[]): string[] {
  const prefix = `${route}:`;
  return leases.filter(({ name }) => name.startsWith(prefix)).map(({ name }) => name.slice(prefix.length));
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
  ending: AbortController;
  /** Runs in progress. scripts/serve.mjs waits for them before it exits. */
  active: Set<Promise<unknown>>;
  atStop: Set<() => Promise<unknown>>;
}

/** Shutdown state after a SIGTERM, shared by all copies of this module. */
export function stopping(): Stop {
  return perProcess<Stop>("earshotStop", () => ({
    requested: false,
    ending: new AbortController(),
    active: new Set(),
    atStop: new Set(),
  }));
}

/** Makes all runs stop claiming work now and aborts their requests after the grace period. */
export function requestStop(): void {
  const { active, atStop } = stopping();
  stopping().requested = true;
  for (const task of atStop) active.add(task());
  atStop.clear();
  setTimeout(() => stopping().ending.abort(), graceMs).unref();
}
