import { setTimeout as sleep } from "node:timers/promises";

/** After this time, a round that waits for receivers no longer delays the next one (ms). */
export const roundMs = 2_000;
/** Requests end within 17 seconds, so the oldest round is usually over when the limit is reached. */
const maxOpen = 8;

interface Lively {
  everyMs: number;
  maxOpen: number;
  goesOn: () => boolean;
}

/**
 * Runs `round` again every two seconds while one is open and `canBegin` allows it, so a hanging receiver
 * doesn't delay others. If a round fails, throws after all have ended.
 */
export async function inRounds<T>(
  round: () => Promise<T>,
  canBegin: () => boolean,
  pause = untilNext,
  lively?: Lively,
): Promise<T[]> {
  const max = lively?.maxOpen ?? maxOpen;
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
  const goesOn = () => lively !== undefined && failures.length === 0 && canBegin() && lively.goesOn();
  begin();
  while (open.size > 0 || goesOn()) {
    const ending = new AbortController();
    const next = pause(ending.signal, lively?.everyMs);
    // Starting again immediately would only find the messages this round left.
    await (goesOn() ? next : Promise.race([Promise.all(open), next]));
    ending.abort();
    const isWanted = open.size > 0 || goesOn();
    if (isWanted && open.size < max && failures.length === 0 && canBegin()) begin();
  }
  if (failures.length > 0) throw failures[0];
  return results;
}

async function untilNext(signal: AbortSignal, everyMs = roundMs): Promise<void> {
  await sleep(everyMs, undefined, { signal }).catch(() => undefined);
}
