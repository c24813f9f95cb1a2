import { beginWalk, stepDown, type ForumPosition, type ForumWalk } from "@/domain/reading/forum-walk";
import type { Item } from "@/domain/reading/item";
import { learnedRate } from "@/domain/reading/lane-order";
import { canBeNew } from "@/domain/reading/newness";
import type { ForumPage } from "@/domain/reading/forum-page";
import { SiteError } from "@/domain/reading/site-error";
import { pool, prisma } from "@/server/platform/database";
import { learnTitles } from "@/server/places/place-titles";
import { newId } from "@/server/platform/ids";
import { recordRead, type Recorded } from "@/server/recording/record";
import type { NewGap } from "@/server/recording/statements/gaps";
import type { ReadOutcome } from "@/server/recording/statements/positions";
import type { WatchSet } from "@/server/recording/watch-set";
import type { ForumsContext } from "./context";
import { hostWaitMs } from "./defer-host";
import { listFailed } from "./list-failed";
import { placeCapacity } from "./place-capacity";
import { type ForumRead } from "./statements/forums";
import { findKnown } from "./statements/known-items";
import { recordHealth, type WatchedRead } from "./statements/reads";

export interface ForumsState {
  reads: ReadonlyMap<string, readonly WatchedRead[]>;
  positions: ReadonlyMap<string, ForumRead>;
  watches: WatchSet;
  tally: Recorded;
  hidden: number;
}

/** Maximum backlog of numbers. Older ones become a gap. */
const maxBehind = 100_000;
const maxFirstPages = 20;
/** The maximum delay before a forum shows a post (ms). */
const lateMs = 3 * 60_000;

interface Forum {
  place: string;
  reads: readonly WatchedRead[];
  startedAt: Date;
  /** A first read ignores older posts. */
  since: Date;
  found: Item[];
}

/**
 * Completes an interrupted read first. Records the depth per page: a killed read continues there. Returns how
 * long its host's other forums should wait (ms).
 */
export async function readForum(context: ForumsContext, state: ForumsState, place: string): Promise<number> {
  const reads = state.reads.get(place)!;
  const startedAt = context.clock();
  const since = reads.map(({ watchedSince }) => watchedSince).sort((a, b) => a.getTime() - b.getTime())[0]!;
  const forum: Forum = { place, reads, startedAt, since, found: [] };
  const position = state.positions.get(place) ?? { reached: null, below: null, goal: null };
  try {
    const started = position.below === null ? position : await walkDown(context, state, forum, position);
    const ended = started && (await walkDown(context, state, forum, started));
    if (position.reached === null && ended !== null) {
      const title = await context.site.fetchTitle(place, context.signal);
      if (title !== null)
        await prisma().place.updateMany({ where: { site: context.site.id, name: place }, data: { title } });
    }
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    if (error.reason === "aborted") return 0;
    await listFailed(context, reads, error, context.site.readEveryMs);
    return hostWaitMs(error);
  }
  return 0;
}

/** Reads page by page downwards. Returns the resulting position, or null if time or budget ran out. */
async function walkDown(
  context: ForumsContext,
  state: ForumsState,
  forum: Forum,
  from: ForumPosition,
): Promise<ForumPosition | null> {
  const { site, budget, signal } = context;
  const isFromTop = from.below === null;
  let walk = beginWalk(from);
  let { since } = forum;
  for (let pages = 0; !walk.isDown; pages += 1) {
    if (context.clock() >= context.deadline) return null;
    if (!(await budget.take(pages === 0 ? "named" : "rest"))) return null;
    const page = await site.fetchPosts(forum.place, walk.below, signal);
    const gaps: NewGap[] = [];
    if (walk.below === null && walk.reached !== null)
      walk = { ...walk, reached: startOf(context, forum, walk.reached, page, gaps) };
    if (walk.reached !== null && (await hasReusedNumbers(forum, page, walk.reached)))
      walk = { ...walk, reached: null };
    const isRestart = walk.reached === null && from.reached !== null;
    if (isRestart) since = new Date(Math.max(since.getTime(), readAtOf(forum).getTime() - lateMs));
    const shown = page.posts.map(({ number, item }) => ({ number, createdAt: item?.createdAt ?? null }));
    const step = stepDown(walk, shown, { now: context.clock(), since });
    walk = step.walk;
    if (from.reached === null && pages + 1 >= maxFirstPages && !walk.isDown) {
      const times = page.posts.flatMap(({ item }) => (item === null ? [] : [item.createdAt.getTime()]));
      const toAt = new Date(Math.min(forum.startedAt.getTime(), ...times));
      gaps.push(gapOf(context, forum, { fromAt: forum.since, toAt }));
      walk = { ...walk, reached: walk.goal ?? walk.below, below: null, goal: null, isDown: true };
    }
    const isWhole = walk.isDown && isFromTop;
    const { news, known } = await getNews(context, forum, { page, step });
    gaps.push(...(await reusedGap(context, forum, known)));
    await recordPage(context, state, forum, { page, items: news, step: { ...step, walk }, gaps, isWhole });
  }
  return walk;
}

/** Moves up with a gap if the backlog is too large. Null if the forum has restarted its numbering. */
function startOf(
  context: ForumsContext,
  forum: Forum,
  reached: number,
  { posts }: ForumPage,
  gaps: NewGap[],
): number | null {
  // A forum without any posts is probably a different forum now.
  const [newest] = posts;
  if (newest === undefined) throw new SiteError("malformed", "It no longer shows any posts");
  const readAt = readAtOf(forum);
  if (newest.number < reached && newest.item !== null && newest.item.createdAt > readAt) return null;
  if (newest.number - reached <= maxBehind) return reached;
  const start = newest.number - maxBehind;
  const gap = gapOf(context, forum, { fromAt: readAt, toAt: forum.startedAt });
  gaps.push({ ...gap, items: start - reached });
  return start;
}

function readAtOf({ reads, since }: Forum): Date {
  return reads[0]!.readAt ?? since;
}

/** After a restart, such as from a backup, new posts can have the names of lost ones and can't be recorded. */
async function reusedGap(context: ForumsContext, forum: Forum, known: readonly Item[]): Promise<NewGap[]> {
  const items = await countReused(forum, known);
  if (items === 0) return [];
  return [{ ...gapOf(context, forum, { fromAt: readAtOf(forum), toAt: forum.startedAt }), items }];
}

async function hasReusedNumbers(forum: Forum, { posts }: ForumPage, reached: number): Promise<boolean> {
  const before = posts.flatMap(({ number, item }) => (number <= reached && item !== null ? [item] : []));
  return (await countReused(forum, before)) > 0;
}

/** Number of items since the last read with the names of recorded items that had other creation times. */
async function countReused(forum: Forum, shown: readonly Item[]): Promise<number> {
  const items = shown.filter(({ createdAt }) => createdAt > readAtOf(forum));
  if (items.length === 0) return 0;
  const stored = await prisma().recentItem.findMany({
    where: { fullname: { in: items.map(({ fullname }) => fullname) } },
    select: { fullname: true, createdAt: true },
  });
  const times = new Map(stored.map(({ fullname, createdAt }) => [fullname, createdAt.getTime()]));
  return items.filter(({ fullname, createdAt }) => {
    const storedMs = times.get(fullname);
    return storedMs !== undefined && storedMs !== createdAt.getTime();
  }).length;
}

/** The kind of a missing number is unknown; almost all are comments. */
function gapOf({ site }: ForumsContext, { place }: Forum, span: { fromAt: Date; toAt: Date }): NewGap {
  return { id: newId(), site: site.id, place, kind: "comment", ...span };
}

async function recordPage(
  context: ForumsContext,
  state: ForumsState,
  forum: Forum,
  read: {
    page: ForumPage;
    items: readonly Item[];
    step: { walk: ForumWalk; hidden: number };
    gaps: NewGap[];
    isWhole: boolean;
  },
): Promise<void> {
  const { page, items, step, gaps, isWhole } = read;
  const { reached, below, goal } = step.walk;
  const site = context.site.id;
  const { place } = forum;
  forum.found.push(...items);
  const now = context.clock();
  if (page.skipped > 0) context.faults.push({ unit: "a forum", error: `${page.skipped} items skipped` });
  // Watches can filter by a place's title.
  if (items.length > 0) await learnTitles([`${site}:${place}`]);
  const matcher = items.length === 0 ? null : await state.watches.current(now);
  const recorded = await recordRead({
    ...{ items, gaps, now, seenAt: forum.startedAt },
    match: (item) => matcher?.match(item) ?? [],
    isNamed: () => true,
    ...(await placeCapacity({ site, place }, items, now)),
    outcomes: isWhole ? forum.reads.map((one) => toOutcome(one, site, forum, now)) : [],
    forum: { site, place, reached, below, goal, hidden: step.hidden },
  });
  for (const name of Object.keys(state.tally) as (keyof Recorded)[]) state.tally[name] += recorded[name];
  state.hidden += step.hidden;
  if (isWhole && forum.reads[0]!.health !== "ok")
    await recordHealth({ site, name: place, health: "ok", now });
}

async function getNews(
  { clock }: ForumsContext,
  { reads }: Forum,
  { page, step }: { page: ForumPage; step: { isNews: (number: number) => boolean } },
): Promise<{ news: Item[]; known: Item[] }> {
  const sinceOf = (item: Item) => reads.find(({ kind }) => kind === item.kind)?.watchedSince.getTime();
  const nowMs = clock().getTime();
  const items = page.posts.flatMap(({ number, item }) =>
    item !== null && step.isNews(number) && canBeNew(item, nowMs, sinceOf(item) ?? null) ? [item] : [],
  );
  const known = await findKnown(
    pool(),
    items.map(({ fullname }) => fullname),
  );
  return {
    news: items.filter(({ fullname }) => !known.has(fullname)),
    known: items.filter(({ fullname }) => known.has(fullname)),
  };
}

function toOutcome(read: WatchedRead, site: string, { startedAt, found }: Forum, now: Date): ReadOutcome {
  const { place, kind, readAt, rate, watchedSince } = read;
  const own = found.filter((item) => item.kind === kind);
  const spanMs = readAt === null ? 0 : startedAt.getTime() - readAt.getTime();
  const delays = own
    .filter(({ createdAt }) => createdAt >= watchedSince)
    .map(({ createdAt }) => Math.max(0, now.getTime() - createdAt.getTime()))
    .sort((a, b) => a - b);
  return {
    ...{ site, place, kind, readAt: startedAt, triedAt: startedAt, newItems: own.length },
    ...{ stored: null, swept: false, share: null },
    rate: spanMs > 0 ? learnedRate(rate, own.length, spanMs / 60_000) : null,
    delayMs: readAt === null ? null : (delays[delays.length >> 1] ?? null),
  };
}
