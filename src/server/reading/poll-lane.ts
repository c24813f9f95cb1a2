import type { Item } from "@/domain/reading/item";
import { laneName, type Lane } from "@/domain/reading/lane";
import { depthMs, judgeRead, canBeCut, ownItems, type Reach, type Span } from "@/domain/reading/read-outcome";
import { pool } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { failReads, type WatchedRead } from "@/server/reading/statements/reads";
import type { NewGap } from "@/server/recording/statements/gaps";
import type { ReadOutcome } from "@/server/recording/statements/positions";
import { guarded, type RunContext } from "@/server/platform/run-context";
import type { PagesContext } from "./context";
import { doesSiteRespond, recordRefusal, recordRecovery } from "./site-health";
import { groupByPlace, getReaches } from "./reaches";
import { medianDelayMs, newItems, rateAfter } from "./read-figures";
import { readLane, type LaneRead } from "./read-lane";
import { recordRead, type Recorded } from "@/server/recording/record";
import { renderDue } from "@/server/rendering/render";
import type { WatchSet } from "@/server/recording/watch-set";

export interface PollState {
  /** By kind and place, '<kind> <name>'. */
  reads: ReadonlyMap<string, WatchedRead>;
  watches: WatchSet;
  /** Lanes without a single requested page. */
  unread: Lane[];
  /** Stops requests for named places: the budget or time is used up, or the site refuses all requests. */
  isOver: boolean;
  /** Whether the site responds at all. Checked once per run, when it refuses a place. */
  responses: Promise<boolean> | null;
  /** Lanes that were split because they keep failing. */
  splits: number;
  tally: Recorded;
  rendering: Promise<void>;
}

/** Time limit for rendering the items of one recording (ms). The deliver route renders the rest. */
const renderingMs = 10_000;

/** Places failing for less than this aren't moved to the end of the queue (ms). */
const troubleMs = 3 * 60_000;
/** If many lanes keep failing, the site rather than a place has a problem, and splits only cost requests. */
const maxSplits = 20;

export function isSteady({ failedSince }: WatchedRead, now: Date): boolean {
  return failedSince === null || failedSince.getTime() > now.getTime() - troubleMs;
}

/** If one place could be the reason for a failure or refusal, or the lane was cut, returns two halves to read. */
export async function pollLane(context: PagesContext, state: PollState, lane: Lane): Promise<Lane[]> {
  const members = lane.places.map((name) => state.reads.get(`${lane.kind} ${name}`)!);
  const positions = members.flatMap((member) => (member.readAt === null ? [] : [member.readAt.getTime()]));
  const until = positions.length === 0 ? null : new Date(Math.min(...positions));
  const read = await readLane(context, lane, {
    until,
    watchedSince: (name) => watchedSinceMs(state, lane.kind, name),
    purpose: "named",
    sweptAt: context.site.hasAnchors ? null : lastSwept(members),
    stored: members.length === 1 ? partialSpan(members[0]!) : null,
  });

  const refused =
    read.end === "failed" && (read.error?.kind === "forbidden" || read.error?.kind === "missing");
  if (refused && !(await isSiteReachable(context, state))) {
    await recordFailure(context, read);
    state.isOver = true;
    return [];
  }
  if (refused && members.length > 1) return halves(lane);
  const isSplit = state.splits < maxSplits && isTroubled(read, members, context.clock());
  if (isSplit && (await isSiteReachable(context, state))) {
    state.splits += 1;
    await recordFailure(context, read);
    return halves(lane);
  }
  if (isCutOff(read, until)) {
    await recordLane(context, state, read, members, () => "partial");
    return halves(lane);
  }
  const reaches = await getReaches(context, read, members);
  const reachOf = (member: WatchedRead) => reaches.get(member.place) ?? "partial";
  await recordLane(context, state, read, members, reachOf);
  const isEmpty = read.end === "empty" && members.some((member) => reachOf(member) === "partial");
  if (refused) await recordRefusal(context, members[0]!, read.error!);
  else if (read.error !== null || isEmpty) await recordFailure(context, read);
  else if (read.end === "spent" && read.seen.length === 0) {
    state.unread.push(lane);
    state.isOver = true;
  } else await recordRecovery(context, members);
  if (read.end !== "caught-up" && read.end !== "listing-end") return [];
  return members.length === 1 ? [] : members.filter((member) => reachOf(member) === "partial").map(aloneOf);
}

function partialSpan({ storedFrom, storedTo }: WatchedRead): Span | null {
  return storedFrom !== null && storedTo !== null ? { from: storedFrom, to: storedTo } : null;
}

/** The earliest sweep of the members. Members that were never swept count from their position. */
function lastSwept(members: readonly WatchedRead[]): Date | null {
  const times = members.map(({ sweptAt, readAt }) => (sweptAt ?? readAt)?.getTime() ?? Infinity);
  const first = Math.min(...times);
  return Number.isFinite(first) ? new Date(first) : null;
}

/** A lane for a single member, read separately because its combined lane showed too little of it. */
function aloneOf({ kind, place }: WatchedRead): Lane {
  return { kind, places: [place], baseline: false, sweep: false };
}

/** Otherwise, if the site refuses all, each place would be marked private and skipped for an hour. */
function isSiteReachable(context: PagesContext, state: PollState): Promise<boolean> {
  return (state.responses ??= doesSiteRespond(context));
}

/** Whether a combined lane keeps failing without a refusal, maybe because of a single member. */
function isTroubled({ end, error }: LaneRead, members: readonly WatchedRead[], now: Date): boolean {
  if (end !== "failed" || members.length === 1 || members.some((member) => isSteady(member, now)))
    return false;
  return (error?.kind === "unavailable" || error?.kind === "malformed") && error.reason !== "aborted";
}

/** True if a combined listing ended before the position. Its members are read in smaller lanes. */
function isCutOff(read: LaneRead, until: Date | null): boolean {
  if (read.end !== "listing-end" || read.lane.places.length === 1) return false;
  return canBeCut(ownItems(read.seen, until, read.seenAt));
}

function halves(lane: Lane): Lane[] {
  const middle = Math.ceil(lane.places.length / 2);
  return [lane.places.slice(0, middle), lane.places.slice(middle)].map((places) => ({
    ...lane,
    places,
  }));
}

/** Since when an item's place is watched, by name or through 'all'. Null if it isn't. */
export function watchedSinceMs(state: PollState, kind: Item["kind"], name: string): number | null {
  const named = state.reads.get(`${kind} ${name}`)?.watchedSince.getTime();
  const all = state.reads.get(`${kind} all`)?.watchedSince.getTime();
  if (named === undefined || all === undefined) return named ?? all ?? null;
  return Math.min(named, all);
}

export async function recordLane(
  context: PagesContext,
  state: PollState,
  read: LaneRead,
  members: readonly WatchedRead[],
  reachOf: (member: WatchedRead) => Reach,
  shareOf?: (member: WatchedRead) => number | null,
): Promise<void> {
  if (read.seen.length === 0 && members.every((member) => reachOf(member) === "partial")) return;
  const now = context.clock();
  const outcomes: ReadOutcome[] = [];
  const gaps: NewGap[] = [];
  const seenOf = groupByPlace(read.seen);
  const freshOf = groupByPlace(read.fresh);
  if (read.skipped > 0)
    context.faults.push({ unit: laneName(read.lane), error: `${read.skipped} items skipped` });
  const depth = depthMs(read.seen);
  for (const member of members) {
    const all = member.place === "all" && !context.site.readsWhole;
    const reach = reachOf(member);
    const complete = reach !== "partial";
    const seen = all ? read.seen : (seenOf.get(member.place) ?? []);
    const fresh = all ? read.fresh : (freshOf.get(member.place) ?? []);
    const judged = judgeRead(
      { readAt: member.readAt, stored: partialSpan(member), watchedSince: member.watchedSince },
      {
        startedAt: read.startedAt,
        reach,
        laneDepth: depth ?? (complete ? read.startedAt.getTime() : null),
        ended: read.end === "listing-end" || read.end === "empty",
        own: ownItems(all ? [] : seen, member.readAt, read.seenAt),
      },
    );
    if (judged.gap !== null) {
      gaps.push({
        id: newId(),
        site: context.site.id,
        place: member.place,
        kind: member.kind,
        fromAt: judged.gap.from,
        toAt: judged.gap.to,
      });
    }
    outcomes.push({
      site: context.site.id,
      place: member.place,
      kind: member.kind,
      readAt: judged.readAt,
      triedAt: read.startedAt,
      stored: judged.stored,
      swept: read.swept && complete,
      newItems: newItems(context, member, { seen, fresh, complete }),
      rate: complete ? rateAfter(member, { seen, fresh }, read.startedAt) : null,
      delayMs: medianDelayMs(member, fresh, now),
      share: shareOf?.(member) ?? null,
    });
  }
  const matcher = read.fresh.length === 0 ? null : await state.watches.current(now);
  const isNamed = (item: Item) => state.reads.has(`${item.kind} ${item.place.toLowerCase()}`);
  const recorded = await recordRead({
    items: read.fresh,
    match: (item) => matcher?.match(item) ?? [],
    isNamed,
    outcomes,
    gaps,
    now,
    seenAt: read.startedAt,
  });
  state.tally.items += recorded.items;
  state.tally.matches += recorded.matches;
  state.tally.notifications += recorded.notifications;
  state.tally.gaps += recorded.gaps;
  if (recorded.notifications > 0) state.rendering = state.rendering.then(() => renderNew(context));
}

export function renderNew(context: RunContext): Promise<void> {
  const end = context.clock().getTime() + renderingMs;
  const until = () => new Date(Math.min(end, context.deadline.getTime()));
  return guarded(context, "renders", () => renderDue("new", context.clock, until));
}

export async function recordFailure(context: PagesContext, read: LaneRead): Promise<void> {
  const error = read.error === null ? "an empty page" : read.error.message;
  context.faults.push({ unit: laneName(read.lane), error });
  const { places, kind } = read.lane;
  const site = context.site.id;
  await failReads(pool(), { site, places, kind, error, now: context.clock(), nextAttemptAt: null });
}
