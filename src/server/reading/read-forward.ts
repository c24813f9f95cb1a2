import { grouped } from "@/domain/grouped";
import type { Item } from "@/domain/reading/item";
import { learnedRate } from "@/domain/reading/lane-order";
import { canBeNew, medianMs } from "@/domain/reading/newness";
import type { ForwardPage } from "@/domain/reading/forward-pages";
import { SiteError } from "@/domain/reading/site-error";
import type { PageRead } from "@/generated/prisma/client";
import { pool, prisma } from "@/server/platform/database";
import { guarded } from "@/server/platform/run-context";
import { recordRead, type Recorded } from "@/server/recording/record";
import { refreshItems } from "@/server/recording/statements/items";
import type { ReadOutcome } from "@/server/recording/statements/positions";
import type { WatchSet } from "@/server/recording/watch-set";
import type { ForwardContext, SiteTally } from "./context";
import { countedRead } from "./counted-read";
import { deferHost } from "./defer-host";
import { dueForward } from "./due-forward";
import { forwardFailed } from "./forward-failed";
import { matchInSlices } from "./match-slices";
import { maxRepeated, placeCapacity } from "./place-capacity";
import { renderNew } from "./poll-lane";
import { findKnown } from "./statements/known-items";
import { listReads, recordHealth, type WatchedRead } from "./statements/reads";
import { withRoots } from "./with-roots";

/** Hosts read in parallel. Places on the same host are read one after another. */
const hostsAtOnce = 10;
/** Pages of one place per run. The next run continues. */
const maxPages = 50;
/** Items can appear late, below the cursor. These ranges are read again, at these intervals (ms). */
const sweep = { everyMs: 10 * 60_000, backMs: 30 * 60_000 };
const deepSweep = { everyMs: 6 * 3_600_000, backMs: 24 * 3_600_000 };

interface ForwardState {
  reads: ReadonlyMap<string, WatchedRead[]>;
  positions: ReadonlyMap<string, Omit<PageRead, "site">>;
  watches: WatchSet;
  tally: Recorded;
  hasEdits: boolean;
}

interface PlaceState {
  place: string;
  reads: readonly WatchedRead[];
  position: Omit<PageRead, "site">;
  startedAt: Date;
  found: Item[];
}

/** Rereads recent ranges, because items can appear late. Records positions per page: a kill loses nothing. */
export async function readForward(context: ForwardContext, how: { watches: WatchSet }): Promise<SiteTally> {
  const { site, budget, clock } = context;
  const tally: Recorded = { items: 0, matches: 0, notifications: 0, gaps: 0 };
  const requestsBefore = budget.requests;
  const found = await listReads(pool(), site, clock());
  const reads = grouped(
    found.filter(({ place }) => place !== "all"),
    ({ place }) => place,
  );
  const stored = await prisma().pageRead.findMany({ where: { site: site.id }, omit: { site: true } });
  const positions = new Map(stored.map((one) => [one.place, one]));
  const state: ForwardState = { reads, positions, watches: how.watches, tally, hasEdits: false };
  const due = dueForward(context, reads, positions);
  const hosts = [...grouped(due, (place) => site.pages.getHost(place)).values()];
  const worker = async () => {
    for (let places = hosts.shift(); places !== undefined; places = hosts.shift()) {
      for (const [at, place] of places.entries()) {
        if (clock() >= context.deadline) return;
        let waitMs = 0;
        await guarded(context, "a place", () =>
          countedRead(context, { place, reads: reads.get(place)! }, async () => {
            waitMs = await readPlace(context, state, place);
          }),
        );
        if (waitMs > 0) await deferHost(context, places.slice(at + 1), waitMs);
        if (waitMs > 0) break;
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: hostsAtOnce }, worker));
  } finally {
    if (tally.notifications > 0 || state.hasEdits) await renderNew(context);
    await budget.giveBack();
  }
  return { ...tally, requests: budget.requests - requestsBefore };
}

/** Returns how long its host asks us to wait (ms). */
async function readPlace(context: ForwardContext, state: ForwardState, name: string): Promise<number> {
  const { site, clock } = context;
  const reads = state.reads.get(name)!;
  const startedAt = clock();
  const since = new Date(Math.min(...reads.map(({ watchedSince }) => watchedSince.getTime())));
  const stored = state.positions.get(name);
  const first = {
    ...{ place: name, after: site.pages.cursorAt(since) },
    ...{ sweptAt: startedAt, deepAt: startedAt, deepAfter: null },
  };
  const place: PlaceState = { place: name, reads, position: stored ?? first, startedAt, found: [] };
  try {
    const waitMs = await readOn(context, state, place);
    return waitMs ?? (await sweepAgain(context, state, place)) ?? 0;
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    if (error.reason === "aborted") return 0;
    return forwardFailed(context, reads, error);
  }
}

/** Reads on from the position. Returns null at the end of the timeline, otherwise the wait (ms). */
async function readOn(
  context: ForwardContext,
  state: ForwardState,
  place: PlaceState,
): Promise<number | null> {
  for (let pages = 0; pages < maxPages && context.clock() < context.deadline; pages += 1) {
    const page = await fetchAfter(context, place, place.position.after);
    if (page === null) return 0;
    place.position = { ...place.position, after: larger(place.position.after, page.next) };
    await recordPage(context, state, place, page, { isLate: false, isWhole: page.isEnd });
    if (page.isEnd) return null;
    if (page.waitMs > 0) return page.waitMs;
  }
  return 0;
}

/** Reads the last half hour and the last day again, if that is due, and counts items that appeared late. */
async function sweepAgain(
  context: ForwardContext,
  state: ForwardState,
  place: PlaceState,
): Promise<number | null> {
  const { pages } = context.site;
  const { sweptAt, deepAt, deepAfter } = place.position;
  const nowMs = context.clock().getTime();
  const cursorBack = (ms: number) => pages.cursorAt(new Date(nowMs - ms));
  if (nowMs - sweptAt.getTime() >= sweep.everyMs) {
    const waitMs = await readAgain(context, state, place, cursorBack(sweep.backMs), (_, isEnd) =>
      isEnd ? { sweptAt: place.startedAt } : {},
    );
    if (waitMs !== null) return waitMs;
  }
  if (deepAfter === null && nowMs - deepAt.getTime() < deepSweep.everyMs) return null;
  // A day can have many pages, so failures and the end of the run don't start it again.
  return readAgain(context, state, place, deepAfter ?? cursorBack(deepSweep.backMs), (after, isEnd) =>
    isEnd ? { deepAt: place.startedAt, deepAfter: null } : { deepAfter: after },
  );
}

/** Reads from this cursor to the position. Returns null at the end, otherwise the wait (ms). */
async function readAgain(
  context: ForwardContext,
  state: ForwardState,
  place: PlaceState,
  from: string,
  progress: (after: string, isEnd: boolean) => Partial<PlaceState["position"]>,
): Promise<number | null> {
  const until = place.position.after;
  let after = from;
  for (let count = 0; count < maxPages && context.clock() < context.deadline; count += 1) {
    const page = await fetchAfter(context, place, after);
    if (page === null) return 0;
    after = page.next;
    const isEnd = page.isEnd || BigInt(after) >= BigInt(until);
    place.position = { ...place.position, ...progress(after, isEnd) };
    await recordPage(context, state, place, page, { isLate: true, isWhole: isEnd });
    if (isEnd) return null;
    if (page.waitMs > 0) return page.waitMs;
  }
  return 0;
}

/** Returns null if the budget is used up. */
async function fetchAfter(
  { site, budget, signal }: ForwardContext,
  { place }: PlaceState,
  after: string,
): Promise<ForwardPage | null> {
  if (!(await budget.take("named"))) return null;
  return site.pages.fetchAfter(place, after, signal);
}

async function recordPage(
  context: ForwardContext,
  state: ForwardState,
  place: PlaceState,
  page: ForwardPage,
  { isLate, isWhole }: { isLate: boolean; isWhole: boolean },
): Promise<void> {
  const { id: site } = context.site;
  const now = context.clock();
  const sinceOf = ({ kind }: Item) =>
    place.reads.find((read) => read.kind === kind)?.watchedSince.getTime() ?? null;
  const recent = page.items.filter((item) => canBeNew(item, now.getTime(), sinceOf(item)));
  const known = await findKnown(
    pool(),
    recent.map(({ fullname }) => fullname),
  );
  const items = await withRoots(
    site,
    recent.filter(({ fullname }) => !known.has(fullname)),
  );
  const edited = page.items.filter(({ fullname }) => known.has(fullname) && page.edited.includes(fullname));
  const matches = await matchInSlices(state.watches, items, now);
  const values = {
    late: isLate ? items.length : 0,
    unlisted: isLate ? 0 : page.unlisted,
    invalid: page.skipped,
  };
  place.found.push(...items);
  const recorded = await recordRead({
    ...{ items, gaps: [], now, seenAt: place.startedAt },
    match: ({ fullname }) => matches.get(fullname) ?? [],
    isNamed: () => true,
    ...(await placeCapacity({ site, place: place.place }, items, now, maxRepeated)),
    outcomes: place.reads.map((read) => toOutcome(read, site, place, { items, isWhole, now })),
    counts: { site, values },
    page: { site, ...place.position },
  });
  for (const name of Object.keys(state.tally) as (keyof Recorded)[]) state.tally[name] += recorded[name];
  state.hasEdits ||= (await refreshItems(pool(), edited, now)) > 0;
  if (isWhole && place.reads[0]!.health !== "ok")
    await recordHealth({ site, name: place.place, health: "ok", now });
}

function toOutcome(
  read: WatchedRead,
  site: string,
  { place, startedAt }: PlaceState,
  page: { items: readonly Item[]; isWhole: boolean; now: Date },
): ReadOutcome {
  const { kind, readAt, rate, watchedSince } = read;
  const own = page.items.filter((item) => item.kind === kind);
  const timely = own.filter(({ createdAt }) => createdAt >= watchedSince);
  const spanMs = readAt === null ? 0 : startedAt.getTime() - readAt.getTime();
  return {
    ...{ site, place, kind, readAt: page.isWhole ? startedAt : null, triedAt: startedAt },
    ...{ stored: null, swept: false, share: null, newItems: own.length },
    rate: page.isWhole && spanMs > 0 ? learnedRate(rate, own.length, spanMs / 60_000) : null,
    delayMs: medianMs(timely.map(({ createdAt }) => page.now.getTime() - createdAt.getTime())),
  };
}

function larger(one: string, other: string): string {
  return BigInt(one) > BigInt(other) ? one : other;
}
