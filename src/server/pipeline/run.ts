import { log } from "@/server/log";
import { pool } from "@/server/database";
import { newId } from "@/server/ids";
import { finishRun, startRun } from "@/server/sql/runs";
import { releaseLease, takeLease } from "@/server/sql/take-lease";
import type { Fault, RunContext } from "./context";

/** Each run stops claiming work at this share of its time limit. Source: contract section 3. */
const claimShare = 0.8;
const keptFaults = 50;

/** Time limits of the cron routes, milliseconds. Source: contract section 3, "Never lost". */
export const timeLimitMs = { poll: 65_000, deliver: 300_000, retention: 300_000 };
export type CronName = keyof typeof timeLimitMs;

/**
 * One execution of a cron route: of two at once one works, the other answers `skipped`. The lease runs out with
 * the time limit, so a killed run holds up the next one no longer. Leaves a Run row, also when the work throws.
 */
export async function runCron<T extends object>(
  name: CronName,
  work: (context: RunContext) => Promise<T>,
): Promise<T | { skipped: true }> {
  const id = newId();
  const before = Date.now();
  const lease = await takeLease(pool(), name, id, timeLimitMs[name]);
  if (lease.fence === null) return { skipped: true };

  const offsetMs = lease.now.getTime() - before;
  const clock = () => new Date(Date.now() + offsetMs);
  const faults: Fault[] = [];
  const stop = stopping();
  const deadline = new Date(lease.now.getTime() + timeLimitMs[name] * claimShare);
  const context: RunContext = {
    clock,
    faults,
    get deadline() {
      return stop.requested ? new Date(0) : deadline;
    },
  };
  let tally: T | null = null;
  try {
    await startRun(pool(), { id, route: name, now: lease.now });
    tally = await work(context);
    return tally;
  } catch (error) {
    // Written down before the caller hears of it: the rows are the monitoring.
    faults.push({ unit: name, error: error instanceof Error ? error.message : String(error) });
    throw error;
  } finally {
    for (const fault of faults) log().warn({ run: id, route: name, ...fault }, "a unit failed");
    await finishRun(pool(), { id, now: clock(), tally, faults: faults.slice(0, keptFaults) });
    await releaseLease(pool(), name, id);
  }
}

const kept = globalThis as typeof globalThis & { earshotStop?: { requested: boolean } };

/** Set by a SIGTERM: runs stop claiming and end. One for all copies of this module. */
export function stopping(): { requested: boolean } {
  return (kept.earshotStop ??= { requested: false });
}
