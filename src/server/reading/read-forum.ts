import { beginWalk, stepDown, type ForumPosition, type ForumWalk } from "@/domain/forum-walk";
import type { Item } from "@/domain/item";
import { learnedRate } from "@/domain/lane-order";
import { mayBeNew } from "@/domain/newness";
import type { ForumPage } from "@/domain/site";
import { SiteError } from "@/domain/site-error";
import { pool } from "@/server/platform/database";
import { learnTitles } from "@/server/platform/place-titles";
import { newId } from "@/server/platform/ids";
import { recordRead, type Recorded } from "@/server/recording/record";
import type { NewGap } from "@/server/recording/statements/gaps";
import type { ReadOutcome } from "@/server/recording/statements/positions";
import type { WatchSet } from "@/server/recording/watch-set";
import type { ForumsContext } from "./context";
import { listFailed } from "./list-failed";
import { placeRoom } from "./place-room";
import { noteTitle, type ForumRead } from "./statements/forums";
import { findKnown } from "./statements/known-items";
import { noteHealth, type WatchedRead } from "./statements/reads";

/** What one reading of all forums knows and adds up. */
export interface ForumsState {
  /** Of each place, by kind. */
  reads: ReadonlyMap<string, readonly WatchedRead[]>;
  positions: ReadonlyMap<string, ForumRead>;
  watches: WatchSet;
  tally: Recorded;
  /** Numbers that were passed and are not shown. */
  hidden: number;
}

/** More numbers than this are not made up for. */
const mostBehind = 100_000;
/** A first read that has not come to where the watch began ends there. */
const mostFirstPages = 20;

/** One forum as it is being read. */
interface Forum {
  place: string;
  reads: readonly WatchedRead[];
  startedAt: Date;
  /** What was written before is no news to a first read. */
  since: Date;
  /** What this reading found. */
  found: Item[];
}

/**
 * Reads one forum from its newest page down to what is known, or first on where the last read broke off. Each page is recorded
 * with how far down it is, so that a read which is killed goes on there.
 */
export async function readForum(context: ForumsContext, state: ForumsState, place: string): Promise<void> {
  const reads = state.reads.get(place)!;
  const startedAt = context.clock();
  const since = reads.map(({ watchedSince }) => watchedSince).sort((a, b) => a.getTime() - b.getTime())[0]!;
  const forum: Forum = { place, reads, startedAt, since, found: [] };
  const kept = state.positions.get(place) ?? { reached: null, below: null, goal: null };
  try {
    const begun = kept.below === null ? kept : await walkDown(context, state, forum, kept);
    const ended = begun && (await walkDown(context, state, forum, begun));
    if (kept.reached === null && ended !== null) {
      const title = await context.site.fetchTitle(place, context.signal);
      if (title !== null) await noteTitle(pool(), { site: context.site.id, place, title });
    }
  } catch (error) {
    // The run was over first, which says nothing of the forum.
    if (!(error instanceof SiteError)) throw error;
    if (error.reason !== "aborted") await listFailed(context, reads, error, context.site.readEveryMs);
  }
}

/** Goes down page by page; answers where that leaves the forum, null where time or budget was over before. */
async function walkDown(
  context: ForumsContext,
  state: ForumsState,
  forum: Forum,
  from: ForumPosition,
): Promise<ForumPosition | null> {
  const { site, budget, signal } = context;
  const isFromTop = from.below === null;
  let walk = beginWalk(from);
  for (let pages = 0; !walk.isDown; pages += 1) {
    if (context.clock() >= context.deadline) return null;
    if (!(await budget.take(pages === 0 ? "named" : "rest"))) return null;
    const page = await site.fetchPosts(forum.place, walk.below, signal);
    const gaps: NewGap[] = [];
    if (walk.below === null && walk.reached !== null)
      walk = { ...walk, reached: startOf(context, forum, walk.reached, page, gaps) };
    const shown = page.posts.map(({ number, item }) => ({ number, createdAt: item?.createdAt ?? null }));
    const step = stepDown(walk, shown, { now: context.clock(), since: forum.since });
    walk = step.walk;
    if (from.reached === null && pages + 1 >= mostFirstPages && !walk.isDown) {
      const times = page.posts.flatMap(({ item }) => (item === null ? [] : [item.createdAt.getTime()]));
      gaps.push(gapOf(context, forum, { fromAt: forum.since, toAt: new Date(Math.min(...times)) }));
      walk = { ...walk, reached: walk.goal ?? walk.below, below: null, goal: null, isDown: true };
    }
    const isWhole = walk.isDown && isFromTop;
    await recordPage(context, state, forum, { page, step: { ...step, walk }, gaps, isWhole });
  }
  return walk;
}

/**
 * What is known of a forum by its newest page: as before; less where that is more than can be made up for, which is a gap; or
 * nothing, where it has begun to number anew.
 */
function startOf(
  context: ForumsContext,
  forum: Forum,
  reached: number,
  { posts }: ForumPage,
  gaps: NewGap[],
): number | null {
  // One that has nothing more to show is not the forum that it was.
  const [newest] = posts;
  if (newest === undefined) throw new SiteError("malformed", "It no longer shows any posts");
  const readAt = forum.reads[0]!.readAt ?? forum.since;
  if (newest.number < reached && newest.item !== null && newest.item.createdAt > readAt) return null;
  if (newest.number - reached <= mostBehind) return reached;
  const start = newest.number - mostBehind;
  const gap = gapOf(context, forum, { fromAt: readAt, toAt: forum.startedAt });
  gaps.push({ ...gap, items: start - reached });
  return start;
}

/** Numbers tell no kind; nearly all that is written are comments. */
function gapOf({ site }: ForumsContext, { place }: Forum, span: { fromAt: Date; toAt: Date }): NewGap {
  return { id: newId(), site: site.id, place, kind: "comment", ...span };
}

/** Records what is new on a page, and with it how far down the reading is. */
async function recordPage(
  context: ForumsContext,
  state: ForumsState,
  forum: Forum,
  read: {
    page: ForumPage;
    step: { walk: ForumWalk; isNews: (number: number) => boolean; hidden: number };
    gaps: NewGap[];
    isWhole: boolean;
  },
): Promise<void> {
  const { page, step, gaps, isWhole } = read;
  const { reached, below, goal } = step.walk;
  const site = context.site.id;
  const { place } = forum;
  const items = await newsOf(context, forum, read);
  forum.found.push(...items);
  const now = context.clock();
  if (page.skipped > 0) context.faults.push({ unit: "a forum", error: `${page.skipped} items skipped` });
  // A watch may ask for the place by what it calls itself.
  if (items.length > 0) await learnTitles([`${site}:${place}`]);
  const matcher = items.length === 0 ? null : await state.watches.current(now);
  const recorded = await recordRead({
    ...{ items, gaps, now, seenAt: forum.startedAt },
    match: (item) => matcher?.match(item) ?? [],
    isNamed: () => true,
    ...(await placeRoom({ site, place }, items, now)),
    outcomes: isWhole ? forum.reads.map((one) => outcomeOf(one, site, forum, now)) : [],
    forum: { site, place, reached, below, goal, hidden: step.hidden },
  });
  for (const name of Object.keys(state.tally) as (keyof Recorded)[]) state.tally[name] += recorded[name];
  state.hidden += step.hidden;
  if (isWhole && forum.reads[0]!.health !== "ok")
    await noteHealth(pool(), { site, name: place, health: "ok", displayName: null, now });
}

async function newsOf(
  { clock }: ForumsContext,
  { reads }: Forum,
  { page, step }: { page: ForumPage; step: { isNews: (number: number) => boolean } },
): Promise<Item[]> {
  const sinceOf = (item: Item) => reads.find(({ kind }) => kind === item.kind)?.watchedSince.getTime();
  const nowMs = clock().getTime();
  const items = page.posts.flatMap(({ number, item }) =>
    item !== null && step.isNews(number) && mayBeNew(item, nowMs, sinceOf(item) ?? null) ? [item] : [],
  );
  const known = await findKnown(
    pool(),
    items.map(({ fullname }) => fullname),
  );
  return items.filter(({ fullname }) => !known.has(fullname));
}

function outcomeOf(read: WatchedRead, site: string, { startedAt, found }: Forum, now: Date): ReadOutcome {
  const { place, kind, readAt, rate, watchedSince } = read;
  const own = found.filter((item) => item.kind === kind);
  const spanMs = readAt === null ? 0 : startedAt.getTime() - readAt.getTime();
  const delays = own
    .filter(({ createdAt }) => createdAt >= watchedSince)
    .map(({ createdAt }) => Math.max(0, now.getTime() - createdAt.getTime()))
    .sort((a, b) => a - b);
  return {
    ...{ site, place, kind, readAt: startedAt, triedAt: startedAt, newItems: own.length },
    ...{ held: null, swept: false, share: null },
    rate: spanMs > 0 ? learnedRate(rate, own.length, spanMs / 60_000) : null,
    delayMs: readAt === null ? null : (delays[delays.length >> 1] ?? null),
  };
}
