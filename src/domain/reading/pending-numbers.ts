/** "absent": doesn't exist yet, "delayed": its text is delayed, "unasked": never requested. */
export const needs = ["absent", "delayed", "failed", "unasked"] as const;
export type Need = (typeof needs)[number];

const second = 1_000;
const minute = 60 * second;
/** Waits between requests for a number. After the last one we give up. */
const waitsMs: Record<Need, readonly number[]> = {
  absent: [5 * second, 30 * second, 5 * minute, 60 * minute],
  // Users who delay their comments choose a few minutes.
  delayed: [...Array.from({ length: 15 }, () => minute), 15 * minute, 60 * minute],
  failed: [
    ...[5 * second, 15 * second, 30 * second, minute, 2 * minute],
    ...[5 * minute, 15 * minute, 60 * minute],
  ],
  unasked: [5 * second],
};

/** Returns the wait (ms) after this many tries (1 is the first), or null to give up. */
export function needWaitMs(need: Need, tries: number): number | null {
  const waits = waitsMs[need];
  // Numbers that were never requested are not given up.
  if (need === "unasked") return waits[0]!;
  return waits[tries - 1] ?? null;
}
