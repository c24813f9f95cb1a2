import { needWaitMs } from "@/domain/pending-numbers";
import { transaction } from "@/server/platform/database";
import { moveSequence } from "@/server/recording/statements/positions";
import type { ReadContext } from "./context";
import type { PendingNumber } from "./statements/sequences";

/** Batch size after a run that was killed, to narrow down the item that caused it. */
export const carefulBatch = 20;

/**
 * Takes the first due numbers, halving the batch for each earlier failure, so an item that crashes the
 * process is soon isolated and the others lose only a few retries.
 */
export function takeRetryBatch(due: readonly PendingNumber[]): PendingNumber[] {
  let max = carefulBatch;
  const used: PendingNumber[] = [];
  for (const one of due) {
    if (one.why === "failed") max = Math.min(max, Math.max(1, carefulBatch >> one.tries));
    if (used.length >= max) break;
    used.push(one);
  }
  return used;
}

/**
 * Counts and postpones numbers before they are requested, at different times: if one of them crashes the
 * process, the next runs skip it for a while and retry the others separately. Returns the numbers with their
 * updated state.
 */
export async function scheduleRetries(
  context: ReadContext,
  due: readonly PendingNumber[],
  next: readonly number[],
  position: { reached: number; tip: number },
): Promise<PendingNumber[]> {
  const now = context.clock();
  const counted = [
    ...due.map((one): PendingNumber => ({
      ...one,
      why: "failed",
      tries: one.why === "failed" ? one.tries + 1 : 1,
    })),
    ...next.map((number): PendingNumber => ({ number, around: now, why: "failed", tries: 1 })),
  ];
  const pending = counted.map((one) => {
    const waitMs = (needWaitMs("failed", one.tries) ?? 0) * (0.75 + Math.random() / 2);
    return { ...one, nextAttemptAt: new Date(now.getTime() + waitMs) };
  });
  const outcome = { site: context.site.id, ...position, settled: [], pending };
  await transaction((tx) => moveSequence(tx, outcome, now));
  return counted;
}

/** Whether to give up after this many tries. */
export function isGivenUp({ why, tries }: PendingNumber): boolean {
  return needWaitMs(why, tries) === null && tries > 0;
}
