import type { ItemKind } from "./item";
import type { Lane, ListingLimits, ReadState } from "./lane";
import { expectedRequests, urgency } from "./lane-order";
import { pacedRequests, type RequestWindow } from "./request-budget";

const minuteMs = 60_000;
/** Maximum known items expected again because a lane's members were last read at different times. */
const readAgain = 50;
export interface LaneCapacity {
  items: number;
  baselineNames: number;
  sweepEveryMs: number;
}

/** A page covers three intervals: few members share a failure, and most reads need two requests. */
export const smallLanes: LaneCapacity = { items: 33, baselineNames: 10, sweepEveryMs: 15 * minuteMs };
/** Large lanes are the most efficient, because every read ends with a page without new items. */
export function largeLanes(listing: ListingLimits): LaneCapacity {
  return { items: listing.items / 2, baselineNames: listing.names, sweepEveryMs: 30 * minuteMs };
}
/** Share of the budget for small lanes. The rest is for sweeps, catching up and 'all'. */
const smallShare = 0.25;

export interface SiteLimits {
  window: RequestWindow;
  listing: ListingLimits;
}

export interface PlannedLane {
  lane: Lane;
  members: ReadState[];
}

/** Lanes are no larger than the budget requires, in reading order. docs/polling.md explains the numbers. */
export function planLanes(
  reads: readonly ReadState[],
  now: Date,
  intervalMs: number,
  { window, listing }: SiteLimits,
): Lane[] {
  const allowed = pacedRequests(window, intervalMs);
  const forSmall = allowed * smallShare;
  const grouped = (capacity: LaneCapacity) => groupLanes(reads, now, intervalMs, capacity, listing);
  // Skip this if even full lanes would exceed the share.
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
  // Many new places must not delay reading the others.
  const baselines = ordered.filter((lane) => lane.baseline);
  const early = Math.ceil(allowed / 2);
  return [
    ...baselines.slice(0, early),
    ...ordered.filter((lane) => !lane.baseline),
    ...baselines.slice(early),
  ];
}

/** Unordered. Places with similar rates share a lane, preferably with the same last read time. */
export function groupLanes(
  reads: readonly ReadState[],
  now: Date,
  intervalMs: number,
  capacity: LaneCapacity,
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
          items: capacity.items,
          names: baseline ? capacity.baselineNames : listing.names,
          namesLength: listing.namesLength,
        },
        (read) => waitOf(read, intervalMs, now),
      );
      for (const { lane, members } of packed) {
        lane.sweep =
          !baseline &&
          members.some((read) => now.getTime() - (read.sweptAt?.getTime() ?? 0) >= capacity.sweepEveryMs);
      }
      lanes.push(...packed);
    }
  }
  return lanes;
}

/** Treats rates within about half as equal. Otherwise small changes would move places between lanes. */
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

/** A lane is read back to the last read of its oldest member, past known items of the others. */
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

/** A place that is behind has more than one interval's items. */
function waitOf(read: ReadState, intervalMs: number, now: Date): number {
  return read.readAt === null ? intervalMs : Math.max(intervalMs, now.getTime() - read.readAt.getTime());
}

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
