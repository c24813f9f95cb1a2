import type { Lane, ReadState } from "@/domain/reading/lane";
import { expectedItems, expectedRequests } from "@/domain/reading/lane-order";
import {
  groupLanes,
  largeLanes,
  planLanes,
  smallLanes,
  type LaneCapacity,
  type PlannedLane,
} from "@/domain/reading/lanes";

export interface Policy {
  name: string;
  /** Returns the lanes of one poll in reading order. */
  plan: (reads: readonly ReadState[], now: Date) => Lane[];
  /** Initial poll interval (ms). */
  everyMs: number;
  /** Whether lanes are read again as soon as the evenly spread budget allows it. */
  isEven?: boolean;
  /** Whether a run can spend the window's whole budget without pauses. */
  unpaced?: boolean;
}

const intervalMs = 60_000;
/** Reddit's rate and listing limits. */
export const limits = {
  window: { ms: 600_000, requests: 985 },
  listing: { names: 100, namesLength: 3_500, items: 1_000 },
};
/** Poll intervals of the app's own clock. */
export const turns = { minMs: 2_000, maxMs: 20_000 };
const large = largeLanes(limits.listing);

/** Creates new policies for each simulation, because round robin has state. */
export function makePolicies(): Policy[] {
  return [
    { name: "three intervals a page, unpaced", plan: byScore(smallLanes, newItems), unpaced: true },
    { name: "round robin", plan: roundRobin() },
    { name: "by age", plan: byScore(large, age) },
    { name: "by expected new items", plan: byScore(large, itemsPerRequest) },
    { name: "by waiting (the product)", plan: byWaiting(intervalMs) },
  ].map((policy) => ({ ...policy, everyMs: intervalMs }));
}

/** The product called once a minute by cron, every 20 s, and by its own clock. */
export const paces: Policy[] = [
  { name: "each minute", plan: byWaiting(intervalMs), everyMs: intervalMs },
  { name: "every 20 s", plan: byWaiting(intervalMs), everyMs: turns.maxMs },
  { name: "evenly", plan: byWaiting(turns.maxMs), everyMs: turns.minMs, isEven: true },
];

function byWaiting(everyMs: number): Policy["plan"] {
  return (reads, now) => planLanes(reads, now, everyMs, limits);
}

function byScore(capacity: LaneCapacity, score: (planned: PlannedLane, now: Date) => number): Policy["plan"] {
  return (reads, now) =>
    groupLanes(reads, now, intervalMs, capacity, limits.listing)
      .map((planned) => ({ lane: planned.lane, score: score(planned, now) }))
      .sort((a, b) => b.score - a.score)
      .map(({ lane }) => lane);
}

function newItems({ members }: PlannedLane, now: Date): number {
  return members.reduce((sum, member) => sum + expectedItems(member, now), 0);
}

function itemsPerRequest(planned: PlannedLane, now: Date): number {
  const items = newItems(planned, now);
  return items / expectedRequests(items);
}

function age({ members }: PlannedLane, now: Date): number {
  return now.getTime() - Math.min(...members.map((member) => member.readAt?.getTime() ?? 0));
}

/** A hundred names per lane regardless of their rate, one lane after another. */
function roundRobin(): Policy["plan"] {
  let lanes: Lane[] = [];
  return (reads, now) => {
    if (lanes.length === 0) {
      for (const kind of ["post", "comment"] as const) {
        const names = reads.filter((read) => read.kind === kind).map((read) => read.place);
        for (let from = 0; from < names.length; from += 100)
          lanes.push({ kind, places: names.slice(from, from + 100), baseline: false, sweep: false });
      }
    }
    const byKey = new Map(reads.map((read) => [`${read.kind} ${read.place}`, read]));
    const readMs = (lane: Lane) =>
      Math.max(...lane.places.map((name) => byKey.get(`${lane.kind} ${name}`)?.readAt?.getTime() ?? 0));
    const first = lanes.reduce(
      (oldest, lane, index) => (readMs(lane) < readMs(lanes[oldest]!) ? index : oldest),
      0,
    );
    lanes = [...lanes.slice(first), ...lanes.slice(0, first)];
    return lanes.map((lane) => ({ ...lane, sweep: isSweepDue(lane, byKey, now) }));
  };
}

function isSweepDue(lane: Lane, byKey: ReadonlyMap<string, ReadState>, now: Date): boolean {
  return lane.places.some(
    (name) =>
      now.getTime() - (byKey.get(`${lane.kind} ${name}`)?.sweptAt?.getTime() ?? 0) >= large.sweepEveryMs,
  );
}
