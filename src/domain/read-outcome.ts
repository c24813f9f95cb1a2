import type { Item } from "./item";

export interface Span {
  from: Date;
  to: Date;
}

/** The reading position of a lane member before a read. */
export interface Position {
  /** The last complete read. Null: this read was the baseline. */
  readAt: Date | null;
  /** Time range beyond `readAt` covered by interrupted reads. */
  stored: Span | null;
  watchedSince: Date;
}

/** The items of one member in a read. */
export interface OwnItems {
  shown: number;
  /** Oldest point they reach back to (milliseconds since the epoch). */
  depth: number | null;
  /** True if they include an item from before the position. */
  hits: boolean;
}

/**
 * The result of a read for one member. "whole": it covered everything since the position. "cut": the member's
 * own listing ended earlier. "partial": it was interrupted, or the coverage is unknown.
 */
export type Reach = "whole" | "cut" | "partial";

/**
 * A site lists up to 1,000 items per place, fewer if some were removed. A listing with fewer than this, all
 * after the position, is complete: otherwise over 97 % of a full listing would have been removed between two
 * reads.
 */
const fewItems = 25;

/** True if the site's cap could have truncated the items of a member, or of a whole lane. */
export function canBeCut(own: OwnItems): boolean {
  return !own.hits && own.shown >= fewItems;
}

/**
 * Summarizes a member's items in listing order. `readAt` is its position, or null. The listing reached the
 * position if the last hundred items include a known one, or if a tenth of them are older. A single old item
 * isn't enough: posts that are approved late appear at the top with their original time.
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

/**
 * Returns the oldest time that these items cover (milliseconds since the epoch): the tenth percentile of the
 * last hundred in listing order. Not the minimum, because posts that are approved late have their original
 * time.
 */
export function depthMs(items: readonly Pick<Item, "createdAt">[]): number | null {
  if (items.length === 0) return null;
  const times = items
    .slice(-lastRows)
    .map((item) => item.createdAt.getTime())
    .sort((a, b) => a - b);
  return times[Math.floor(times.length / 10)]!;
}

/**
 * Returns a member's position after a read (null: unchanged), the range covered beyond it, and the gap caused
 * by the site's cap. `laneDepth` is the oldest time that the read reached; `ended` means its listing ended
 * there.
 */
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

/** Returns the newer range, merged with the older one if they touch. */
function extend(older: Span | null, newer: Span): Span {
  if (older === null || older.to < newer.from) return newer;
  return { from: older.from < newer.from ? older.from : newer.from, to: newer.to };
}
