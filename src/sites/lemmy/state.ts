import * as z from "zod";
import type { Range } from "./ranges";

/* Times are in milliseconds since the epoch. */

const range = z.tuple([z.number(), z.number()]);

/** An id below the highest one that no list showed. It can be late, or not public. */
const hole = z.object({
  id: z.number(),
  sinceMs: z.number(),
  /** Number of times that the instance didn't show it, and that its request failed. */
  absent: z.number(),
  failed: z.number(),
  dueMs: z.number(),
});
export type Hole = z.infer<typeof hole>;

const part = z.object({
  /** All ids up to here have been shown, or are holes. Null before the first read. */
  reached: z.number().nullable(),
  top: z.number(),
  /** Ids above `reached` that the current read hasn't shown. */
  open: z.array(range),
  /** The next page, as the instance names it. Null between two reads. */
  page: z.string().nullable(),
  pages: z.number(),
  /** True once a page has shown known ids: the next page is the last one. */
  isLast: z.boolean(),
  /** Publication time of the oldest item of a first read. */
  oldestMs: z.number().nullable(),
  beganMs: z.number(),
  readMs: z.number(),
  deepMs: z.number(),
  dueMs: z.number(),
  holes: z.array(hole),
});
export type PartState = z.infer<typeof part>;

const state = z.object({ p: part, c: part });
export type SourceState = z.infer<typeof state>;

const begun: PartState = {
  ...{ reached: null, top: 0, open: [] as Range[], page: null, pages: 0, isLast: false, oldestMs: null },
  ...{ beganMs: 0, readMs: 0, deepMs: 0, dueMs: 0, holes: [] },
};

export function readState(stored: string | null): SourceState {
  const { data } = state.safeParse(stored === null ? null : JSON.parse(stored));
  return data ?? { p: { ...begun }, c: { ...begun } };
}

export function partDueMs({ dueMs, holes }: PartState): number {
  return Math.min(dueMs, ...holes.map((one) => one.dueMs));
}

const minute = 60_000;
/** Waits between requests for a hole. After the last one it counts as not public. */
export const absentWaitsMs = [minute, 10 * minute, 60 * minute];
/** Waits after failed requests for one. After the last one it is a gap. */
export const failedWaitsMs = [minute, 5 * minute, 15 * minute, 60 * minute, 120 * minute];
