import type { Item } from "./item";

export interface Span {
  from: Date;
  to: Date;
}

export interface Position {
  readAt: Date | null;
  /** Time range beyond `readAt` covered by interrupted reads. */
  stored: Span | null;
  watchedSince: Date;
}

export interface OwnItems {
  shown: number;
  /** Oldest point they reach back to (milliseconds since the epoch). */
  depth: number | null;
  /** True if they include an item from before the position. */
  hits: boolean;
}

/** "whole": all since the position. "cut": its own listing ended earlier. "partial": interrupted, unknown. */
export type Reach = "whole" | "cut" | "partial";

/** A listing with fewer items, all after the position, is complete: sites list up to 1,000 per place. */
const fewItems = 25;

/** True if the site's cap could have truncated the items of a member, or of a whole lane. */
export function canBeCut(own: OwnItems): boolean {
  return !own.hits && own.shown >= fewItems;
}

/**
 * The position is reached if a known item or a tenth older ones are in the last hundred items, as posts that
 * are approved late appear at the top with their original time. `readAt` can be null.
 */
export function ownItems(
  items: readonly Pick<Item, "fullname" | "createdAt">[],
  readAt: Date | null,
  seenAt: ReadonlyMap<string, Date>,
): OwnItems {
  const depth = depthMs(items);
  const isFromBefore = ({ fullname }: Pick<Item, "fullname">) => {
    const at = seenAt.get(fullname);
    return at !== undefined && readAt !== null && at <= readAt;
  };
  const reached = readAt === null || (depth !== null && depth <= readAt.getTime());
  return { shown: items.length, depth, hits: reached || items.slice(-lastRows).some(isFromBefore) };
}

const lastRows = 100;

/** Tenth percentile of the last hundred (ms), not the minimum: late approvals keep their original time. */
export function depthMs(items: readonly Pick<Item, "createdAt">[]): number | null {
  if (items.length === 0) return null;
  const times = items
    .slice(-lastRows)
    .map((item) => item.createdAt.getTime())
    .sort((a, b) => a - b);
  return times[Math.floor(times.length / 10)]!;
}

/** Returns the new position (null: unchanged), the range beyond it, and the gap of the site's cap. */
export function judgeRead(
  position: Position,
  read: { startedAt: Date; reach: Reach; laneDepth: number | null; ended: boolean; own: OwnItems },
): { readAt: Date | null; stored: Span | null; gap: Span | null } {
  const { readAt, stored, watchedSince } = position;
  if (read.laneDepth === null) return { readAt: null, stored, gap: null };
  const span = extend(stored, {
    from: new Date(Math.min(reachOf(read.laneDepth, read.own), read.startedAt.getTime())),
    to: read.startedAt,
  });
  if (read.reach === "partial") return { readAt: null, stored: span, gap: null };
  if (readAt === null) {
    // If a page doesn't reach back to the first activation, the next read covers the rest.
    if (read.ended || span.from <= watchedSince) return { readAt: read.startedAt, stored: null, gap: null };
    return { readAt: watchedSince, stored: span, gap: null };
  }
  const gap = read.reach === "cut" ? gapOf(readAt, stored, read.own.depth) : null;
  return { readAt: read.startedAt, stored: null, gap };
}

/** A merged listing continues beyond a member's cap, without that member's items. */
function reachOf(laneDepth: number, own: OwnItems): number {
  return canBeCut(own) && own.depth !== null ? Math.max(laneDepth, own.depth) : laneDepth;
}

function gapOf(readAt: Date, stored: Span | null, depth: number | null): Span | null {
  if (depth === null) return null;
  const reached =
    stored !== null && stored.to.getTime() >= depth ? Math.min(depth, stored.from.getTime()) : depth;
  return reached > readAt.getTime() ? { from: readAt, to: new Date(reached) } : null;
}

function extend(older: Span | null, newer: Span): Span {
  if (older === null || older.to < newer.from) return newer;
  return { from: older.from < newer.from ? older.from : newer.from, to: newer.to };
}
