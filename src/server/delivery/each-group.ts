import { setTimeout as sleep } from "node:timers/promises";

/**
 * Calls `handle` with the results that have arrived, every `everyMs` and after the last. Throws the first error
 * of `work` or `handle`, but only after everything has ended.
 */
export async function eachGroup<T>(
  work: readonly Promise<T>[],
  everyMs: number,
  handle: (group: T[]) => Promise<void>,
): Promise<void> {
  const ended: T[] = [];
  const errors: unknown[] = [];
  const fail = (error: unknown) => void errors.push(error);
  const all = Promise.all(work.map((one) => one.then((result) => void ended.push(result), fail)));
  for (let isOver = false; !isOver;) {
    isOver = await Promise.race([all.then(() => true), sleep(everyMs, false, { ref: false })]);
    if (ended.length > 0) await handle(ended.splice(0)).catch(fail);
  }
  if (errors.length > 0) throw errors[0];
}
