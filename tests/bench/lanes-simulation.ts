import { Random } from "../../sandbox/random";
import type { Lane, ReadState } from "@/domain/reading/lane";
import { learnedRate } from "@/domain/reading/lane-order";
import { pageEndsReading } from "@/domain/reading/newness";
import { makeBudget, type Requests } from "./lanes-budget";
import { limits, turns, type Policy } from "./lanes-policies";
import { siteRate, type Source } from "./lanes-world";

const minuteMs = 60_000;
const runMs = 52_000;
const lanesAtOnce = 4;
/** Duration of a request, including recording its items (ms). */
const requestMs = 400;
const listed = limits.listing.items;
const sweepBackMs = 20 * minuteMs;
const epochMs = Date.UTC(2026, 10, 21);

export interface Outcome {
  written: number;
  found: number;
  /**
   * Items skipped by a complete read because of the site's listing limit. Other unread items are still
   * pending.
   */
  lost: number;
  /** Mean delay of an item (s), counting unread items until the end. */
  mean: number;
  /** Seconds from creation to recording. */
  p50: number;
  p95: number;
  p99: number;
  worst: number;
  requestsPerMinute: number;
  /** The share of all the site's items that was read through 'all', if it's read too. */
  allFound: number | null;
}

interface Member {
  source: Source;
  state: ReadState;
  /** By arrival: 1 if it was recorded. */
  recorded: Uint8Array;
}

/**
 * Simulates one client id for this many minutes, without counting the first ones. Uses a simulated network
 * and clock.
 */
export function simulate(
  sources: readonly Source[],
  policy: Policy,
  how: {
    minutes: number;
    warmUpMinutes: number;
    watchesAll: boolean;
    /** The share of failing requests, drawn with seed 1 (default: none). */
    failing?: number;
  },
): Outcome {
  const members = new Map<string, Member>();
  for (const source of sources) {
    const { place, kind, rate } = source;
    const state = { place, kind, readAt: new Date(epochMs), sweptAt: new Date(epochMs), rate };
    members.set(`${kind} ${place}`, { source, state, recorded: new Uint8Array(source.arrivals.length) });
  }
  const delays: number[] = [];
  const countedFromMs = how.warmUpMinutes * minuteMs;
  const budget = makeBudget(policy, how.watchesAll);
  const all = { readMs: { post: 0, comment: 0 }, items: 0, dueMs: 0 };
  const endMs = how.minutes * minuteMs;
  const random = new Random(1);
  const fails = () => random.chance(how.failing ?? 0);

  let turnMs = policy.everyMs;
  for (let pollMs = turnMs; pollMs <= endMs; pollMs = nextPoll(pollMs, turnMs, endMs)) {
    const deadlineMs = pollMs + runMs;
    const states = [...members.values()].map((member) => member.state);
    const queue = policy.plan(states, new Date(epochMs + pollMs));
    const workers = Array.from({ length: lanesAtOnce }, () => pollMs);
    const usedBefore = budget.used;
    let next = 0;
    let failed = 0;
    while (next < queue.length) {
      const worker = workers.indexOf(Math.min(...workers));
      const startMs = workers[worker]!;
      if (startMs >= deadlineMs || !budget.has("named", startMs)) break;
      const lane = queue[next++]!;
      const read = readLane(lane, startMs, { members, budget, delays, countedFromMs, fails });
      workers[worker] = read.endMs;
      if (read.hasFailed) failed += 1;
      if (read.isCut) queue.splice(next, 0, ...halves(lane));
    }
    const cost = Math.min(budget.used - usedBefore, 2 * next);
    // If every lane failed, wait for the maximum interval.
    const noneRead = failed > 0 && failed === next;
    if (policy.isEven) turnMs = noneRead ? turns.maxMs : budget.paceMs(cost);
    const readMs = Math.max(...workers);
    if (how.watchesAll && pollMs >= all.dueMs) {
      all.dueMs = pollMs + (policy.isEven ? turns.maxMs : policy.everyMs);
      readAll(all, Math.min(readMs, deadlineMs), budget, countedFromMs);
    }
    if (policy.isEven) turnMs = Math.max(turnMs, readMs - pollMs);
  }

  delays.sort((a, b) => a - b);
  const missed = countMissed([...members.values()], countedFromMs, endMs);
  const waitedMs = delays.reduce((sum, delay) => sum + delay, missed.waitedMs);
  const written = sources.reduce((sum, source) => sum + between(source.arrivals, countedFromMs, endMs), 0);
  const counted = (endMs - countedFromMs) / minuteMs;
  return {
    written,
    found: delays.length,
    lost: missed.lost,
    mean: waitedMs / written / 1000,
    p50: quantile(delays, 0.5, written),
    p95: quantile(delays, 0.95, written),
    p99: quantile(delays, 0.99, written),
    worst: (delays.at(-1) ?? 0) / 1000,
    requestsPerMinute: budget.used / ((endMs + turnMs) / minuteMs),
    allFound: how.watchesAll ? all.items / ((siteRate.post + siteRate.comment) * counted) : null,
  };
}

/** Polls once more at the end, so items up to then count equally for all policies. */
function nextPoll(pollMs: number, turnMs: number, endMs: number): number {
  return pollMs === endMs ? Infinity : Math.min(endMs, pollMs + turnMs);
}

/**
 * Reads a lane like the product: page by page into the past, until a page contains only known, sufficiently
 * old items.
 */
function readLane(
  lane: Lane,
  startMs: number,
  at: {
    members: Map<string, Member>;
    budget: Requests;
    delays: number[];
    countedFromMs: number;
    fails: () => boolean;
  },
): { endMs: number; isCut: boolean; hasFailed?: boolean } {
  const members = lane.places.map((name) => at.members.get(`${lane.kind} ${name}`)!);
  const untilMs = Math.min(...members.map((member) => member.state.readAt!.getTime() - epochMs));
  const backMs = lane.sweep ? Math.min(untilMs, startMs - sweepBackMs) : untilMs;
  const listing = listNewest(members, backMs, startMs);
  let nowMs = startMs;
  let shown = 0;
  for (let page = 1; ; page += 1) {
    if (!at.budget.take(page === 1 ? "named" : "rest", nowMs)) return { endMs: nowMs, isCut: false };
    nowMs += requestMs;
    // The items of earlier pages are recorded, but the position doesn't move.
    if (at.fails()) return { endMs: nowMs, isCut: false, hasFailed: true };
    const items = listing.slice(shown, shown + 100);
    shown += items.length;
    let newCount = 0;
    for (const { member, index, atMs } of items) {
      if (member.recorded[index] === 1) continue;
      member.recorded[index] = 1;
      newCount += 1;
      if (atMs >= at.countedFromMs) at.delays.push(nowMs - atMs);
    }
    // The listing continues with older, known items.
    const medianMs = epochMs + (items[49]?.atMs ?? backMs - 1);
    const stopMs = epochMs + (lane.sweep && page < 8 ? backMs : untilMs);
    if (pageEndsReading({ newCount, medianMs }, stopMs)) break;
    if (shown >= listed && lane.places.length > 1) return { endMs: nowMs, isCut: true };
    if (shown >= listed) break;
  }
  for (const member of members) {
    const since = member.state.readAt!.getTime() - epochMs;
    const newItems = between(member.source.arrivals, since, startMs);
    const spanMinutes = Math.max(1 / 60, (startMs - since) / minuteMs);
    member.state.rate = learnedRate(member.state.rate, newItems, spanMinutes);
    member.state.readAt = new Date(epochMs + startMs);
    if (lane.sweep) member.state.sweptAt = member.state.readAt;
  }
  return { endMs: nowMs, isCut: false };
}

/** Lists these items in descending order, up to the site's listing limit. */
function listNewest(members: readonly Member[], fromMs: number, toMs: number) {
  const items: { member: Member; index: number; atMs: number }[] = [];
  for (const member of members) {
    const { arrivals } = member.source;
    const end = lowerBound(arrivals, toMs);
    for (let index = Math.max(lowerBound(arrivals, fromMs), end - listed); index < end; index += 1)
      items.push({ member, index, atMs: arrivals[index]! });
  }
  return items.sort((a, b) => b.atMs - a.atMs).slice(0, listed);
}

function countMissed(members: readonly Member[], fromMs: number, endMs: number) {
  const missed = { lost: 0, waitedMs: 0 };
  for (const { source, state, recorded } of members) {
    const readMs = state.readAt!.getTime() - epochMs;
    for (let index = lowerBound(source.arrivals, fromMs); index < source.arrivals.length; index += 1) {
      if (recorded[index] === 1) continue;
      if (source.arrivals[index]! < readMs) missed.lost += 1;
      missed.waitedMs += endMs - source.arrivals[index]!;
    }
  }
  return missed;
}

/** Reads pages of both kinds of 'all' alternately, within their share of the budget. */
function readAll(
  all: { readMs: Record<"post" | "comment", number>; items: number },
  startMs: number,
  budget: Requests,
  countedFromMs: number,
): void {
  for (const kind of ["post", "comment"] as const) {
    const perMs = siteRate[kind] / minuteMs;
    const waiting = (startMs - all.readMs[kind]) * perMs;
    let pages = 0;
    while (pages < 10 && pages * 100 < waiting + 100 && budget.take("all", startMs)) pages += 1;
    if (pages === 0) continue;
    if (startMs >= countedFromMs) all.items += Math.min(waiting, pages * 100);
    all.readMs[kind] = startMs;
  }
}

function halves(lane: Lane): Lane[] {
  const middle = Math.ceil(lane.places.length / 2);
  return [lane.places.slice(0, middle), lane.places.slice(middle)].map((places) => ({
    ...lane,
    places,
  }));
}

/** The delay (s) within which this share of all items was found. Items never found have an infinite delay. */
function quantile(sortedMs: readonly number[], share: number, written: number): number {
  const at = Math.ceil(share * written) - 1;
  return written === 0 ? 0 : (sortedMs[at] ?? Number.POSITIVE_INFINITY) / 1000;
}

function between(arrivals: Float64Array, fromMs: number, toMs: number): number {
  return lowerBound(arrivals, toMs) - lowerBound(arrivals, fromMs);
}

function lowerBound(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
