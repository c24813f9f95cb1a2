import type { Item } from "./item";

/** A stretch of time, both ends as dates. */
export interface Span {
  from: Date;
  to: Date;
}

/** Where a member of a lane stands before a read. */
export interface Position {
  /** The last complete read; null: this was the baseline. */
  readAt: Date | null;
  /** What reads that broke off have covered beyond it. */
  held: Span | null;
  watchedSince: Date;
}

/**
 * The site lists at most 1,000 items of a subreddit, fewer where some were removed since. A read that shows
 * this many of one and still has not come back to its position was cut off by that cap.
 */
export const capSuspectedFrom = 900;

/**
 * How far back these items reach, milliseconds since the epoch: the tenth percentile of the last hundred, in
 * listing order. Not the minimum: an approved post enters late with the time it was written.
 */
export function depthMs(items: readonly Pick<Item, "createdAt">[]): number | null {
  if (items.length === 0) return null;
  const times = items
    .slice(-100)
    .map((item) => item.createdAt.getTime())
    .sort((a, b) => a - b);
  return times[Math.floor(times.length / 10)]!;
}

/**
 * What a read did for one member: the new position (null: it stays), what stays held beyond it, and the gap
 * that the site's cap left. `laneDepth` is how far the whole lane was read, `own` what it showed of this member.
 */
export function judgeRead(
  position: Position,
  read: {
    startedAt: Date;
    complete: boolean;
    laneDepth: number | null;
    own: { seen: number; depth: number | null };
  },
): { readAt: Date | null; held: Span | null; gap: Span | null } {
  const { readAt, held, watchedSince } = position;
  if (read.laneDepth === null) return { readAt: null, held, gap: null };
  const span = extend(held, {
    from: new Date(Math.min(reachOf(read.laneDepth, read.own), read.startedAt.getTime())),
    to: read.startedAt,
  });
  if (!read.complete) return { readAt: null, held: span, gap: null };
  if (readAt === null) {
    // A page that did not reach back to the first activation leaves the rest to the next read.
    if (span.from <= watchedSince) return { readAt: read.startedAt, held: null, gap: null };
    return { readAt: watchedSince, held: span, gap: null };
  }
  return { readAt: read.startedAt, held: null, gap: gapOf(readAt, held, read.own) };
}

/** A merged listing goes on behind the place where the cap cut off one member, of which it then shows nothing more. */
function reachOf(laneDepth: number, own: { seen: number; depth: number | null }): number {
  return own.seen < capSuspectedFrom || own.depth === null ? laneDepth : Math.max(laneDepth, own.depth);
}

function gapOf(readAt: Date, held: Span | null, own: { seen: number; depth: number | null }): Span | null {
  if (own.seen < capSuspectedFrom || own.depth === null) return null;
  const reached =
    held !== null && held.to.getTime() >= own.depth ? Math.min(own.depth, held.from.getTime()) : own.depth;
  return reached > readAt.getTime() ? { from: readAt, to: new Date(reached) } : null;
}

/** The newer span, grown by the older one where they touch. */
function extend(older: Span | null, newer: Span): Span {
  if (older === null || older.to < newer.from) return newer;
  return { from: older.from < newer.from ? older.from : newer.from, to: newer.to };
}
