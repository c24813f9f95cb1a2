import type { ItemKind } from "./item";
import type { Lane, ListingLimits, ReadState } from "./lane";
import { expectedRequests, urgency } from "./lane-order";
import { pacedRequests, type RequestWindow } from "./request-budget";

const minuteMs = 60_000;
/** Items known before that a lane may be expected to show again, for want of a common position. */
const readAgain = 50;
/** New items that a lane may be expected to hold, and how many names a baseline has. */
export interface LaneCapacity {
  items: number;
  baselineNames: number;
  sweepEveryMs: number;
}

/** A page covers three intervals: few share the trouble of one, and most reads are two requests. */
export const smallLanes: LaneCapacity = { items: 33, baselineNames: 10, sweepEveryMs: 15 * minuteMs };
/** Every read ends with a page that holds nothing new, so large lanes bring most for a request. Half of what the site lists. */
export function largeLanes(listing: ListingLimits): LaneCapacity {
  return { items: listing.items / 2, baselineNames: listing.names, sweepEveryMs: 30 * minuteMs };
}
/** Small lanes may take this share of the budget; the rest is for sweeps, catching up and 'all'. */
const smallShare = 0.25;

/** What the site allows that the places are on. */
export interface SiteLimits {
  window: RequestWindow;
  listing: ListingLimits;
}

/** A lane with the states of its members. */
export interface PlannedLane {
  lane: Lane;
  members: ReadState[];
}

/**
 * Groups places into lanes, no larger than the budget makes necessary, in the order in which they should be
 * read. Interval in milliseconds. The figures are in docs/polling.md.
 */
export function planLanes(
  reads: readonly ReadState[],
  now: Date,
  intervalMs: number,
  { window, listing }: SiteLimits,
): Lane[] {
  const allowed = pacedRequests(window, intervalMs);
  const forSmall = allowed * smallShare;
  const grouped = (room: LaneCapacity) => groupLanes(reads, now, intervalMs, room, listing);
  // So many that even full lanes are too many need no trying.
  const small = reads.length > forSmall * listing.names ? null : grouped(smallLanes);
  const isCheap = small !== null && roundRequests(small, now, intervalMs) <= forSmall;
  const lanes = isCheap ? small : grouped(largeLanes(listing));
  const scored = lanes.map(({ lane, members }) => ({
    lane,
    score: urgency(lane, members, now, listing.items),
  }));
  return inOrder(scored, allowed);
}

function inOrder(scored: { lane: Lane; score: number }[], allowed: number): Lane[] {
  scored.sort((a, b) => (a.score === b.score ? 0 : b.score - a.score));
  const ordered = scored.map(({ lane }) => lane);
  // Many new places at once must not stop the reading of the others.
  const baselines = ordered.filter((lane) => lane.baseline);
  const early = Math.ceil(allowed / 2);
  return [
    ...baselines.slice(0, early),
    ...ordered.filter((lane) => !lane.baseline),
    ...baselines.slice(early),
  ];
}

/** Lanes of at most this room, in no order: like rates together, and of these what was last read together. */
export function groupLanes(
  reads: readonly ReadState[],
  now: Date,
  intervalMs: number,
  room: LaneCapacity,
  listing: ListingLimits,
): PlannedLane[] {
  const sorted = reads.map((read) => ({
    read,
    step: rateStep(read.rate),
    readMs: read.readAt?.getTime() ?? 0,
  }));
  sorted.sort((a, b) => a.step - b.step || a.readMs - b.readMs || (a.read.place < b.read.place ? -1 : 1));
  const lanes: PlannedLane[] = [];
  for (const kind of ["post", "comment"] as const) {
    for (const baseline of [true, false]) {
      const part = sorted.filter(({ read }) => read.kind === kind && (read.readAt === null) === baseline);
      const packed = pack(
        part.map(({ read }) => read),
        {
          kind,
          baseline,
          items: room.items,
          names: baseline ? room.baselineNames : listing.names,
          namesLength: listing.namesLength,
        },
        (read) => waitOf(read, intervalMs, now),
      );
      for (const { lane, members } of packed) {
        lane.sweep =
          !baseline &&
          members.some((read) => now.getTime() - (read.sweptAt?.getTime() ?? 0) >= room.sweepEveryMs);
      }
      lanes.push(...packed);
    }
  }
  return lanes;
}

/** Rates that differ by less than half count as alike; a rate that moves a little must not move its place. */
function rateStep(rate: number): number {
  return Math.round(Math.log2(rate + 1 / 1_440));
}

function pack(
  reads: readonly ReadState[],
  limits: { kind: ItemKind; baseline: boolean; items: number; names: number; namesLength: number },
  waitedMs: (read: ReadState) => number,
): PlannedLane[] {
  const { kind, baseline } = limits;
  const lanes: PlannedLane[] = [];
  let filling = { items: 0, again: 0, rate: 0, waitedMs: 0, length: 0 };
  let current: PlannedLane | null = null;
  for (const read of reads) {
    let next = joined(filling, read, waitedMs(read));
    const isFull =
      current === null ||
      current.members.length >= limits.names ||
      next.length > limits.namesLength ||
      next.items > limits.items ||
      next.again > readAgain;
    if (current === null || isFull) {
      current = { lane: { kind, places: [], baseline, sweep: false }, members: [] };
      lanes.push(current);
      next = joined({ items: 0, again: 0, rate: 0, waitedMs: 0, length: 0 }, read, waitedMs(read));
    }
    current.lane.places.push(read.place);
    current.members.push(read);
    filling = next;
  }
  return lanes;
}

/** A lane is read back to where the oldest of its members was left, through items of the others that are known. */
function joined(
  lane: { items: number; again: number; rate: number; waitedMs: number; length: number },
  read: ReadState,
  ownMs: number,
) {
  const oldestMs = Math.max(lane.waitedMs, ownMs);
  const moreMs = lane.rate * (oldestMs - lane.waitedMs) + read.rate * (oldestMs - ownMs);
  return {
    items: lane.items + (read.rate * ownMs) / minuteMs,
    again: lane.again + moreMs / minuteMs,
    rate: lane.rate + read.rate,
    waitedMs: oldestMs,
    length: lane.length + read.place.length + 1,
  };
}

/** One that is behind has more than an interval's worth of items. */
function waitOf(read: ReadState, intervalMs: number, now: Date): number {
  return read.readAt === null ? intervalMs : Math.max(intervalMs, now.getTime() - read.readAt.getTime());
}

/** Requests that it takes to read all of them once. */
function roundRequests(lanes: readonly PlannedLane[], now: Date, intervalMs: number): number {
  return lanes.reduce((sum, { lane, members }) => {
    if (lane.baseline) return sum + 1;
    return (
      sum +
      expectedRequests(
        members.reduce((items, read) => items + (read.rate * waitOf(read, intervalMs, now)) / minuteMs, 0),
      )
    );
  }, 0);
}
