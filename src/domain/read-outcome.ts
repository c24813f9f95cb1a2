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

/** What a read showed of one member. */
export interface OwnItems {
  shown: number;
  /** How far back they reach, milliseconds since the epoch. */
  depth: number | null;
  /** Whether among them was something from before the position. */
  met: boolean;
}

/**
 * What a read did for one member: "whole": it showed all that was written since the position; "cut": the member's
 * own listing ended before that; "partial": it broke off, or can't tell.
 */
export type Reach = "whole" | "cut" | "partial";

/**
 * The site lists at most 1,000 items of a place, fewer where some were removed. So few that met nothing from
 * before are all there are: of a full listing more than 97 % would have been removed between two reads.
 */
const fewItems = 25;

/** Whether the site's cap may have cut off what was shown of a member, or of a whole lane. */
export function mayBeCut(own: OwnItems): boolean {
  return !own.met && own.shown >= fewItems;
}

/**
 * What was shown of a member whose position is `readAt` (null: none), in listing order. Its listing came back to the
 * position where the last hundred show an item that a read before it had shown, or where a tenth of them are older: a
 * single old one proves nothing, for a post that is approved late enters on top with the time it was written.
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
  return { shown: items.length, depth, met: reached || items.slice(-lastRows).some(isFromBefore) };
}

const lastRows = 100;

/**
 * How far back these items reach, milliseconds since the epoch: the tenth percentile of the last hundred, in
 * listing order. Not the minimum: an approved post enters late with the time it was written.
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
 * What a read did for one member: the new position (null: it stays), what stays held beyond it, and the gap
 * that the site's cap left. `laneDepth` is how far the whole lane was read, `ended` that its listing ended there.
 */
export function judgeRead(
  position: Position,
  read: { startedAt: Date; reach: Reach; laneDepth: number | null; ended: boolean; own: OwnItems },
): { readAt: Date | null; held: Span | null; gap: Span | null } {
  const { readAt, held, watchedSince } = position;
  if (read.laneDepth === null) return { readAt: null, held, gap: null };
  const span = extend(held, {
    from: new Date(Math.min(reachOf(read.laneDepth, read.own), read.startedAt.getTime())),
    to: read.startedAt,
  });
  if (read.reach === "partial") return { readAt: null, held: span, gap: null };
  if (readAt === null) {
    // A page that did not reach back to the first activation leaves the rest to the next read.
    if (read.ended || span.from <= watchedSince) return { readAt: read.startedAt, held: null, gap: null };
    return { readAt: watchedSince, held: span, gap: null };
  }
  const gap = read.reach === "cut" ? gapOf(readAt, held, read.own.depth) : null;
  return { readAt: read.startedAt, held: null, gap };
}

/** A merged listing goes on behind the place where the cap cut off one member, of which it then shows nothing more. */
function reachOf(laneDepth: number, own: OwnItems): number {
  return mayBeCut(own) && own.depth !== null ? Math.max(laneDepth, own.depth) : laneDepth;
}

function gapOf(readAt: Date, held: Span | null, depth: number | null): Span | null {
  if (depth === null) return null;
  const reached = held !== null && held.to.getTime() >= depth ? Math.min(depth, held.from.getTime()) : depth;
  return reached > readAt.getTime() ? { from: readAt, to: new Date(reached) } : null;
}

/** The newer span, grown by the older one where they touch. */
function extend(older: Span | null, newer: Span): Span {
  if (older === null || older.to < newer.from) return newer;
  return { from: older.from < newer.from ? older.from : newer.from, to: newer.to };
}
