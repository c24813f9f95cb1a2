import { setTimeout as wait } from "node:timers/promises";
import { guarded } from "@/server/platform/run-context";
import type { ReadContext } from "./context";

export interface Turn {
  /** The run's first turn also includes tasks done once per run. */
  isFirst: boolean;
  /** Whether to read the site at even intervals, limited only by its budget. */
  isEven: boolean;
  /** From the start of this turn (ms). Default: the site's usual interval; reading can shorten it. */
  nextMs: number;
}

export interface Turns {
  busy: number;
  endsMs: number;
  /** Usual duration of a run (ms). While a slow site prolongs the run, the others are read again after this. */
  usualMs?: number;
  /** By site id, kept between runs of the built-in scheduler. Null: use the usual interval. */
  dueMs: Map<string, number> | null;
  sleep?: (ms: number) => Promise<void>;
}

/** Interval of checking for the end of the run while waiting (ms). */
const noticeMs = 200;

export function quickestMs({ site }: ReadContext, isEven: boolean): number {
  return isEven ? (site.minReadEveryMs ?? site.readEveryMs) : site.readEveryMs;
}

/** Reads a site repeatedly at its interval, until the run's time is over and all other sites are done. */
export async function inTurns(
  context: ReadContext,
  turns: Turns,
  read: (turn: Turn) => Promise<void>,
): Promise<void> {
  const { site } = context;
  const sleep = turns.sleep ?? wait;
  const nowMs = () => context.clock().getTime();
  const goesOn = () => context.clock() < context.deadline && (turns.busy > 0 || nowMs() < turns.endsMs);
  const waitUntil = async (ms: number) => {
    while (goesOn() && nowMs() < ms) await sleep(Math.min(noticeMs, ms - nowMs()));
  };
  const isEven = turns.dueMs !== null && site.minReadEveryMs !== undefined;
  let dueMs = isEven ? (turns.dueMs?.get(site.id) ?? 0) : 0;
  // Longer than any interval, so a clock was wrong.
  if (dueMs > nowMs() + site.readEveryMs) dueMs = 0;
  await waitUntil(dueMs);
  if (nowMs() < dueMs) return;
  const turn = { isFirst: true, isEven, nextMs: 0 };
  do {
    dueMs = nowMs();
    turn.nextMs = Math.min(site.readEveryMs, turns.usualMs ?? Infinity);
    turns.busy += 1;
    await guarded(context, "site", () => read(turn));
    turns.busy -= 1;
    dueMs += turn.nextMs;
    if (isEven) turns.dueMs?.set(site.id, dueMs);
    await waitUntil(dueMs);
    turn.isFirst = false;
  } while (goesOn());
}
