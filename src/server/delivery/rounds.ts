import { setTimeout as sleep } from "node:timers/promises";

/** After so long a round that still waits for its receivers keeps the next one back no longer. */
export const roundMs = 2_000;
/** A request ends within 17 seconds, so that the oldest of so many is mostly over when the next is wanted. */
const mostOpen = 8;

/**
 * Calls `round`, and again every two seconds for as long as one before is not over and `mayBegin`, so that a receiver that hangs
 * keeps nothing back that falls due meanwhile. Answers what each came to; fails when all are over if one did, and begins none after it.
 */
export async function inRounds<T>(
  round: () => Promise<T>,
  mayBegin: () => boolean,
  pause = untilNext,
): Promise<T[]> {
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
  begin();
  while (open.size > 0) {
    const ending = new AbortController();
    await Promise.race([Promise.all(open), pause(ending.signal)]);
    ending.abort();
    if (open.size > 0 && open.size < mostOpen && failures.length === 0 && mayBegin()) begin();
  }
  if (failures.length > 0) throw failures[0];
  return results;
}

async function untilNext(signal: AbortSignal): Promise<void> {
  await sleep(roundMs, undefined, { signal }).catch(() => undefined);
}
