import { setTimeout as sleep } from "node:timers/promises";
import { pool } from "@/server/platform/database";
import { stopping } from "@/server/platform/run";
import { onRecorded } from "@/server/platform/wake";
import { findNextDue } from "@/server/delivery/statements/enqueue";

/** Minimum interval between runs, and between checks for recorded matches (ms). */
const restMs = 2_000;
/** Poolers can accept LISTEN without forwarding, and changed settings aren't announced (ms). */
const idleMs = 10_000;
/** Timers can fire slightly early (ms). */
const earlyMs = 20;
/** Maximum delay before retrying due messages that a run didn't process (ms). */
const longestWaitMs = 60_000;

interface Awake {
  isHeard: boolean;
  wake: () => void;
  /** Start of the last run (database clock). */
  since: Date;
  idleRuns: number;
  retryAtMs: number;
}

/** Calls `deliver` on new matches and due times, one call at a time. It returns whether it did anything. */
export function wakeDelivery(deliver: () => Promise<boolean>): () => void {
  const awake: Awake = {
    isHeard: true,
    wake: () => undefined,
    since: new Date(0),
    idleRuns: 0,
    retryAtMs: 0,
  };
  const ending = new AbortController();
  const deaf = onRecorded(() => {
    awake.isHeard = true;
    awake.wake();
  });
  void keepAwake(awake, deliver, ending.signal);
  return () => {
    deaf();
    ending.abort();
    awake.wake();
  };
}

async function keepAwake(awake: Awake, deliver: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  let hasJustRun = false;
  while (!signal.aborted && !stopping().requested) {
    const startedMs = performance.now();
    const { isHeard, since } = awake;
    // Other code reports database outages.
    const waitMs = await look(awake, deliver).catch(() => idleMs);
    const lookedMs = performance.now();
    const isRun = awake.since !== since;
    // A check by the clock doesn't delay the next match, nor does the one for matches recorded during a run.
    const isRested = !isRun && (!isHeard || hasJustRun);
    hasJustRun = isRun;
    const leftMs = isRested ? 0 : Math.max(0, startedMs + restMs - lookedMs);
    await sleep(leftMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (!signal.aborted) await waitForWake(awake, lookedMs + waitMs - performance.now());
  }
}

/** Delivers due messages and returns the time until the next check (ms). */
async function look(awake: Awake, deliver: () => Promise<boolean>): Promise<number> {
  const { isHeard, since } = awake;
  awake.isHeard = false;
  const { now, isLeft, next } = await findNextDue(pool(), since);
  const retryInMs = isLeft ? awake.retryAtMs - performance.now() : Infinity;
  const inMs = next === null ? Infinity : next.getTime() - now.getTime();
  const isWanted = inMs <= 0 || retryInMs <= 0 || (isLeft && isHeard);
  if (!isWanted) return Math.min(idleMs, inMs + earlyMs, retryInMs);
  awake.since = now;
  awake.idleRuns = (await deliver()) ? 0 : awake.idleRuns + 1;
  awake.retryAtMs = performance.now() + Math.min(longestWaitMs, restMs * 2 ** awake.idleRuns);
  return restMs;
}

async function waitForWake(awake: Awake, waitMs: number): Promise<void> {
  if (awake.isHeard || waitMs <= 0) return;
  await new Promise<void>((resolve) => {
    awake.wake = resolve;
    setTimeout(resolve, waitMs).unref();
  });
  awake.wake = () => undefined;
}
