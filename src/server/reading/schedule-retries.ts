import { needWaitMs } from "@/domain/reading/pending-numbers";
import { transaction } from "@/server/platform/database";
import { moveSequence } from "@/server/recording/statements/positions";
import type { ReadContext } from "./context";
import type { PendingNumber } from "./statements/sequences";

/** Batch size after a run that was killed, to narrow down the item that caused it. */
export const carefulBatch = 20;

/** Halves the batch for each earlier failure: a crashing item is isolated, others lose few retries. */
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

/** Counts and postpones first, at different times: after a crash, the next runs skip it for a while. */
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

export function isGivenUp({ why, tries }: PendingNumber): boolean {
  return needWaitMs(why, tries) === null && tries > 0;
}
