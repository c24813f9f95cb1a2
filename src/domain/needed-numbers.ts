/**
 * Why a number is still needed: nothing stood there yet ("absent"), its text is held back ("delayed"), its request failed, or
 * it was never sent.
 */
export const needs = ["absent", "delayed", "failed", "unasked"] as const;
export type Need = (typeof needs)[number];

const second = 1_000;
const minute = 60 * second;
/** How long until a number is asked for again, by what was answered and how often; behind the last it is given up. */
const waitsMs: Record<Need, readonly number[]> = {
  absent: [5 * second, 30 * second, 5 * minute, 60 * minute],
  // Who has their comments held back chooses some minutes.
  delayed: [...Array.from({ length: 15 }, () => minute), 15 * minute, 60 * minute],
  failed: [
    ...[5 * second, 15 * second, 30 * second, minute, 2 * minute],
    ...[5 * minute, 15 * minute, 60 * minute],
  ],
  unasked: [5 * second],
};

/** How long until the next try after so many (1 was the first), milliseconds; null: it is given up. */
export function needWaitMs(need: Need, tries: number): number | null {
  const waits = waitsMs[need];
  // What was never asked for is not given up.
  if (need === "unasked") return waits[0]!;
  return waits[tries - 1] ?? null;
}
