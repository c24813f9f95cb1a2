import { setTimeout as sleep } from "node:timers/promises";

/** After so long a round that still waits for its receivers keeps the next one back no longer. */
export const roundMs = 2_000;
/** A request ends within 17 seconds, so that the oldest of so many is mostly over when the next is wanted. */
const mostOpen = 8;

/** How rounds follow each other where a process stays. */
interface Lively {
  everyMs: number;
  mostOpen: number;
  /** Whether there is to be another although none is open. */
  goesOn: () => boolean;
}

/**
 * Calls `round`, and again every two seconds for as long as one before is not over and `mayBegin`, so that a receiver that hangs
 * keeps nothing back that falls due meanwhile. Answers what each came to; fails when all are over if one did, and begins none after it.
 * `lively` says how often instead, and for how long beyond.
 */
export async function inRounds<T>(
  round: () => Promise<T>,
  mayBegin: () => boolean,
  pause = untilNext,
  lively?: Lively,
): Promise<T[]> {
  const most = lively?.mostOpen ?? mostOpen;
  const open = new Set<Promise<void>>();
  const results: T[] = [];
  const failures: unknown[] = [];
  const begin = () => {
    const one: Promise<void> = round()
      .then(
        (result) => void results.push(result),
        (error: unknown) => void failures.push(error),
      )
      .finally(() => void open.delete(one));
    open.add(one);
  };
  const goesOn = () => lively !== undefined && failures.length === 0 && mayBegin() && lively.goesOn();
  begin();
  while (open.size > 0 || goesOn()) {
    const ending = new AbortController();
    const next = pause(ending.signal, lively?.everyMs);
    // Another that begins at once would find what this one left.
    await (goesOn() ? next : Promise.race([Promise.all(open), next]));
    ending.abort();
    const isWanted = open.size > 0 || goesOn();
    if (isWanted && open.size < most && failures.length === 0 && mayBegin()) begin();
  }
  if (failures.length > 0) throw failures[0];
  return results;
}

async function untilNext(signal: AbortSignal, everyMs = roundMs): Promise<void> {
  await sleep(everyMs, undefined, { signal }).catch(() => undefined);
}
