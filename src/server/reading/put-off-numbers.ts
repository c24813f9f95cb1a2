import { needWaitMs } from "@/domain/needed-numbers";
import { transaction } from "@/server/platform/database";
import { moveSequence } from "@/server/recording/statements/positions";
import type { SequenceContext } from "./context";
import type { Needed } from "./statements/sequences";

/** Numbers that are asked for together where the run before ended with its process: what did it is among few. */
export const carefulBatch = 20;

/**
 * The first of the numbers that are due, half as many for each time that one of them was asked for in vain: what ends the process
 * is soon alone, and the others have shared a few of its tries and not all.
 */
export function takeCarefully(due: readonly Needed[]): Needed[] {
  let most = carefulBatch;
  const taken: Needed[] = [];
  for (const one of due) {
    if (one.why === "failed") most = Math.min(most, Math.max(1, carefulBatch >> one.tries));
    if (taken.length >= most) break;
    taken.push(one);
  }
  return taken;
}

/**
 * Counts numbers and puts them off before they are asked for, and not together: if one of them ends the process, the next runs
 * do without it for a while, and what was read beside it comes apart from it. Answers them as they are needed from now on.
 */
export async function putOffNumbers(
  context: SequenceContext,
  due: readonly Needed[],
  next: readonly number[],
  position: { reached: number; tip: number },
): Promise<Needed[]> {
  const now = context.clock();
  const counted = [
    ...due.map((one): Needed => ({ ...one, why: "failed", tries: one.why === "failed" ? one.tries + 1 : 1 })),
    ...next.map((number): Needed => ({ number, around: now, why: "failed", tries: 1 })),
  ];
  const needed = counted.map((one) => {
    const waitMs = (needWaitMs("failed", one.tries) ?? 0) * (0.75 + Math.random() / 2);
    return { ...one, nextAttemptAt: new Date(now.getTime() + waitMs) };
  });
  const outcome = { site: context.site.id, ...position, settled: [], needed };
  await transaction((tx) => moveSequence(tx, outcome, now));
  return counted;
}

/** Whether it is given up, after so many tries of which none came back. */
export function isGivenUp({ why, tries }: Needed): boolean {
  return needWaitMs(why, tries) === null && tries > 0;
}
