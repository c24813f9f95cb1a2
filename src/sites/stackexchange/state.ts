import * as z from "zod";
import { partNames, type PartName, type Plan } from "./quota";

/* Times are in seconds since the epoch, as the site's are. Due times are in milliseconds. */

/** Reads all rows created from `min` on, page by page if they have the same time. */
const cursor = z.object({ min: z.number(), page: z.number() });
export type Cursor = z.infer<typeof cursor>;

/** A range whose total differs from the rows read: it is read again, then counted again. */
const recheck = z.object({
  hasTotal: z.boolean(),
  tries: z.number(),
  /** Null once all its pages have been read. */
  cursor: cursor.nullable(),
  ids: z.array(z.number()),
});

const part = z.object({
  newest: z.number(),
  /** Null between two reads. */
  cursor: cursor.nullable(),
  /** Start of the current read, and of the last complete one. */
  beganMs: z.number(),
  readMs: z.number(),
  dueMs: z.number(),
  /** Ranges before this time have been compared with the site's totals. */
  checked: z.number(),
  recheck: recheck.nullable(),
  /** Ids of the rows since `checked`, and their creation times. */
  seen: z.array(z.tuple([z.number(), z.number()])),
});
export type PartState = z.infer<typeof part>;

const state = z.object({
  /** The filter of fields, made once. Null if the site refused it. */
  filter: z.string().nullable(),
  quota: z.number().nullable(),
  /** Earliest time of the next request per method, as requested by the site (ms). */
  waits: z.record(z.string(), z.number()),
  parts: z.object({ questions: part, answers: part, comments: part }),
});
export type SourceState = z.infer<typeof state>;

export function readState(stored: string | null): SourceState | null {
  if (stored === null) return null;
  const { data } = state.safeParse(JSON.parse(stored));
  return data ?? null;
}

/** Rows can be indexed this late (seconds). */
export const lateSeconds = 600;
/** By this long after a range's end (seconds), late rows and caches have settled. */
export const quietSeconds = 900;

/** A source before its first read. Rows created before `since` are not new. */
export function begunState(sinceMs: number, filter: string | null, plan: Plan): SourceState {
  const since = Math.floor(sinceMs / 1_000);
  const begun: PartState = {
    ...{ newest: since, cursor: null, beganMs: 0, readMs: 0, dueMs: 0, recheck: null, seen: [] },
    checked: Math.ceil(since / plan.windowSeconds) * plan.windowSeconds,
  };
  return {
    filter,
    quota: null,
    waits: {},
    parts: { questions: { ...begun }, answers: { ...begun }, comments: { ...begun } },
  };
}

/** Returns the due parts, longest due first. If no part is due, returns the next one. */
export function dueParts({ parts }: SourceState, nowMs: number): PartName[] {
  const names = partNames.toSorted((one, other) => parts[one].dueMs - parts[other].dueMs);
  const due = names.filter((name) => parts[name].dueMs <= nowMs);
  return due.length > 0 ? due : names.slice(0, 1);
}

/** True if a range has ended long enough ago, and everything in it was read after that. */
export function isRangeDue({ checked, cursor: reading, readMs }: PartState, windowSeconds: number): boolean {
  return reading === null && readMs / 1_000 >= checked + windowSeconds + quietSeconds;
}

/** Where the next rows start after a full page, or the second that has more rows than the site shows. */
export function cursorAfter(
  at: Cursor,
  created: readonly number[],
): { cursor: Cursor; cutAt: number | null } {
  const last = Math.max(...created);
  if (last > at.min) return { cursor: { min: last, page: 1 }, cutAt: null };
  if (at.page < maxPages) return { cursor: { min: at.min, page: at.page + 1 }, cutAt: null };
  return { cursor: { min: at.min + 1, page: 1 }, cutAt: at.min };
}

/** Pages above this need an API key. */
const maxPages = 25;
