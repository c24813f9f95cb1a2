import { setTimeout as sleep } from "node:timers/promises";
import { loggedError } from "./log";
import type { ClaimedLease } from "./leases";

export interface Fault {
  unit: string;
  error: string;
  site?: string;
}

export function getFault(unit: string, error: unknown): Fault {
  return { unit, error: loggedError(error).message };
}

/** Runs one unit and records its error in `faults` instead of throwing. */
export async function guarded(
  context: Pick<RunContext, "faults">,
  unit: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    context.faults.push(getFault(unit, error));
  }
}

export interface RunContext {
  /** The database's clock. */
  clock: () => Date;
  /** No new work is started after this time. */
  deadline: Date;
  /** Aborts requests in flight shortly after the deadline or a shutdown request. */
  signal?: AbortSignal;
  faults: Fault[];
  /** The previous run was killed: count each item before starting it, because it may crash again. */
  followsKill?: boolean;
  leases?: ReadonlyMap<string, ActiveLease>;
}

export interface ActiveLease extends ClaimedLease {
  /** Aborted when another process has the lease. */
  lost: AbortSignal;
}

/** Interval of checking for the end of a run (ms). */
const noticeMs = 200;

/** Waits, but not longer than the run lasts. */
export async function pause(run: Pick<RunContext, "clock" | "deadline">, ms: number): Promise<void> {
  const untilMs = performance.now() + ms;
  while (run.clock() < run.deadline && performance.now() < untilMs)
    await sleep(Math.min(noticeMs, untilMs - performance.now()));
}
