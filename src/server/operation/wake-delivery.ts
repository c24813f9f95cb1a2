import { setTimeout as sleep } from "node:timers/promises";
import { pool } from "@/server/platform/database";
import { stopping } from "@/server/platform/run";
import { onRecorded } from "@/server/platform/wake";
import { findNextDue } from "@/server/delivery/statements/seals";

/** From one look at what is due to the next, whatever is recorded meanwhile. */
const restMs = 2_000;
/** Looked at without being told: a pooler may take LISTEN and pass nothing on, and nobody tells of a changed setting. */
const unaskedMs = 10_000;
/** A timer may fire a moment before its time. */
const earlyMs = 20;
/** What a run leaves behind although it was due is tried again after growing waits up to this. */
const longestWaitMs = 60_000;

/** What `keepAwake` knows from one look to the next. */
interface Awake {
  isHeard: boolean;
  wake: () => void;
  /** When the last run began, by the database's clock. */
  since: Date;
  /** Runs in a row that did nothing of what they were called for. */
  idleRuns: number;
  /** By performance.now(). */
  retryAtMs: number;
}

/**
 * Calls `deliver` as soon as something is recorded that is to be told, and when something that waits falls due: a digest, a window's
 * end, a message's next attempt. One call at a time; it answers whether it did anything. Ends with the returned function
 * or with the process.
 */
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
  while (!signal.aborted && !stopping().requested) {
    const begunMs = performance.now();
    // The database may be away, which everything else tells of.
    const waitMs = await look(awake, deliver).catch(() => unaskedMs);
    const lookedMs = performance.now();
    const leftMs = Math.max(0, begunMs + restMs - lookedMs);
    await sleep(leftMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (!signal.aborted) await untilHeard(awake, lookedMs + waitMs - performance.now());
  }
}

/** Has what is due delivered; answers when to look again, milliseconds. */
async function look(awake: Awake, deliver: () => Promise<boolean>): Promise<number> {
  const { isHeard, since } = awake;
  awake.isHeard = false;
  const { now, isLeft, next } = await findNextDue(pool(), since);
  const retryInMs = isLeft ? awake.retryAtMs - performance.now() : Infinity;
  const inMs = next === null ? Infinity : next.getTime() - now.getTime();
  const isWanted = inMs <= 0 || retryInMs <= 0 || (isLeft && isHeard);
  if (!isWanted) return Math.min(unaskedMs, inMs + earlyMs, retryInMs);
  awake.since = now;
  awake.idleRuns = (await deliver()) ? 0 : awake.idleRuns + 1;
  awake.retryAtMs = performance.now() + Math.min(longestWaitMs, restMs * 2 ** awake.idleRuns);
  return restMs;
}

/** Waits so long, or until something is recorded. */
async function untilHeard(awake: Awake, waitMs: number): Promise<void> {
  if (awake.isHeard || waitMs <= 0) return;
  await new Promise<void>((resolve) => {
    awake.wake = resolve;
    setTimeout(resolve, waitMs).unref();
  });
  awake.wake = () => undefined;
}
