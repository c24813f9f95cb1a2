import type { Item, ItemKind } from "@/domain/reading/item";
import { learnedRate } from "@/domain/reading/lane-order";
import { canBeNew, medianMs } from "@/domain/reading/newness";
import { SiteError } from "@/domain/reading/site-error";
import type { WalkGap, WalkStep } from "@/domain/reading/walk";
import { pool } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { recordRead, type Recorded } from "@/server/recording/record";
import type { NewGap } from "@/server/recording/statements/gaps";
import type { ReadOutcome } from "@/server/recording/statements/positions";
import type { WatchSet } from "@/server/recording/watch-set";
import type { WalksContext } from "./context";
import { listFailed } from "./list-failed";
import { maxRepeated, placeCapacity } from "./place-capacity";
import { findKnown } from "./statements/known-items";
import { failReads, maxPutOffMs, recordHealth, type WatchedRead } from "./statements/reads";

export interface WalksState {
  watches: WatchSet;
  tally: Recorded;
  hidden: number;
}

export interface Source {
  name: string;
  state: string | null;
  sources: number;
  slowdown: number;
  places: ReadonlyMap<string, readonly WatchedRead[]>;
}

/** Takes the steps of a source that are due. Each step's state is stored with its items. */
export async function readSource(context: WalksContext, totals: WalksState, source: Source): Promise<void> {
  const { site, budget, signal } = context;
  const places = [...source.places].map(([name, reads]) => ({ name, since: reads[0]!.watchedSince }));
  const { sources, slowdown } = source;
  const load = { sources, slowdown };
  let { state } = source;
  let hasRead = false;
  /** New items of this run by place and kind, for the learned rates. */
  const found = new Map<string, number>();
  try {
    for (let steps = 0; ; steps += 1) {
      const now = context.clock();
      if (now >= context.deadline || signal?.aborted || site.dueMs(state, load) > now.getTime()) return;
      const purpose = steps === 0 ? "named" : "rest";
      if (!(await budget.take(purpose))) return;
      const step = await site.step(source.name, state, { ...load, places, now, signal });
      await budget.recordRate(step.rate);
      await budget.note(purpose, (step.requests ?? 1) - 1);
      await recordStep(context, totals, source, { step, startedAt: now, found });
      for (const one of step.failed ?? []) await kindFailed(context, source, one);
      ({ state } = step);
      hasRead = true;
      // The site asked to wait before the next request.
      if (step.requests === 0) return;
    }
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    if (error.reason !== "aborted") await sourceFailed(context, hasRead ? recovered(source) : source, error);
  }
}

async function recordStep(
  context: WalksContext,
  totals: WalksState,
  source: Source,
  read: { step: WalkStep; startedAt: Date; found: Map<string, number> },
): Promise<void> {
  const { step, startedAt } = read;
  const site = context.site.id;
  const items = await getNews(context, source, step.items);
  const now = context.clock();
  if (step.skipped > 0) context.faults.push({ unit: source.name, error: `${step.skipped} items skipped` });
  const matcher = items.length === 0 ? null : await totals.watches.current(now);
  const recorded = await recordRead({
    ...{ items, now, seenAt: startedAt },
    match: (item) => matcher?.match(item) ?? [],
    isNamed: () => true,
    ...(context.site.getHost && (await getCapacities(context, items, now))),
    gaps: step.gaps.flatMap((gap) => gapsOf(context, source, gap)),
    outcomes: [...source.places.values()]
      .flat()
      .flatMap((one) => toOutcome(context, one, { ...read, items, now })),
    walk: { site, source: source.name, state: step.state, hidden: step.hidden },
  });
  for (const name of Object.keys(totals.tally) as (keyof Recorded)[]) totals.tally[name] += recorded[name];
  totals.hidden += step.hidden;
  for (const [name, reads] of source.places)
    if (reads[0]!.health !== "ok" && Object.keys(step.reached).length > 0)
      await recordHealth({ site, name, health: "ok", now });
}

async function getNews({ clock }: WalksContext, source: Source, items: readonly Item[]): Promise<Item[]> {
  const nowMs = clock().getTime();
  const candidates = items.filter((item) => {
    const since = source.places.get(item.place)?.find(({ kind }) => kind === item.kind)?.watchedSince;
    return since !== undefined && canBeNew(item, nowMs, since.getTime());
  });
  const known = await findKnown(
    pool(),
    candidates.map(({ fullname }) => fullname),
  );
  const seen = new Set<string>();
  return candidates.filter(({ fullname }) => {
    if (known.has(fullname) || seen.has(fullname)) return false;
    seen.add(fullname);
    return true;
  });
}

async function getCapacities({ site }: WalksContext, items: readonly Item[], now: Date) {
  const places = [...new Set(items.map(({ place }) => place))];
  const capacities = new Map(
    await Promise.all(
      places.map(async (place) => {
        const own = items.filter((item) => item.place === place);
        return [place, await placeCapacity({ site: site.id, place }, own, now, maxRepeated)] as const;
      }),
    ),
  );
  return {
    isRemembered: (item: Item) => capacities.get(item.place)!.isRemembered(item),
    isTextStored: (item: Item) => capacities.get(item.place)!.isTextStored(item),
  };
}

/** The gap at each place that was watched then. Only a place that is the whole source lost all its items. */
function gapsOf({ site }: WalksContext, source: Source, gap: WalkGap): NewGap[] {
  return [...source.places].flatMap(([place, reads]) => {
    const fromAt = new Date(Math.max(gap.from.getTime(), reads[0]!.watchedSince.getTime()));
    if (fromAt >= gap.to) return [];
    const isWhole = place === source.name;
    const { kind, to: toAt, items } = gap;
    return [{ id: newId(), site: site.id, place, kind, fromAt, toAt, ...(isWhole && { items }) }];
  });
}

function toOutcome(
  { site }: WalksContext,
  read: WatchedRead,
  how: { step: WalkStep; startedAt: Date; found: Map<string, number>; items: readonly Item[]; now: Date },
): ReadOutcome[] {
  const { place, kind, readAt, rate, watchedSince } = read;
  const { startedAt, now, found } = how;
  const own = how.items.filter((item) => item.place === place && item.kind === kind);
  const reachedAt: Date | null = how.step.reached[kind as ItemKind] ?? null;
  if (own.length === 0 && reachedAt === null) return [];
  const key = `${kind} ${place}`;
  const sum = (found.get(key) ?? 0) + own.length;
  found.set(key, reachedAt === null ? sum : 0);
  const spanMs = readAt === null || reachedAt === null ? 0 : reachedAt.getTime() - readAt.getTime();
  const delays = own
    .filter(({ createdAt }) => createdAt >= watchedSince)
    .map(({ createdAt }) => now.getTime() - createdAt.getTime());
  return [
    {
      ...{ site: site.id, place, kind, readAt: reachedAt, triedAt: startedAt, newItems: own.length },
      ...{ stored: null, swept: false, share: null },
      rate: spanMs > 0 ? learnedRate(rate, sum, spanMs / 60_000) : null,
      delayMs: readAt === null ? null : medianMs(delays),
    },
  ];
}

/** A source that was read before it failed: its earlier failures are over. */
function recovered(source: Source): Source {
  const places = [...source.places].map(
    ([place, reads]) => [place, reads.map((read) => ({ ...read, failedSince: null }))] as const,
  );
  return { ...source, places: new Map(places) };
}

/** Records why one list of a working source can't be read. The source decides when to try it again. */
async function kindFailed(
  context: WalksContext,
  source: Source,
  { kind, error }: { kind: ItemKind; error: string },
): Promise<void> {
  const { site, faults, clock } = context;
  if (site.getHost === undefined) faults.push({ unit: source.name, error });
  const failed = { site: site.id, places: [...source.places.keys()], kind, error };
  await failReads(pool(), { ...failed, now: clock(), nextAttemptAt: null });
}

/** Records why a source can't be read: at its places and, unless users name the hosts, as a fault. */
async function sourceFailed(context: WalksContext, source: Source, error: SiteError): Promise<void> {
  const { site, budget } = context;
  const now = context.clock();
  if (site.getHost !== undefined) {
    for (const reads of source.places.values()) await listFailed(context, reads, error, site.readEveryMs);
    return;
  }
  await budget.failed(error);
  context.faults.push({ unit: source.name, error: error.message });
  const isMissing = error.kind === "missing";
  const places = [...source.places.keys()];
  const [[first]] = [...source.places.values()] as [readonly WatchedRead[]];
  const failingMs = now.getTime() - (first?.failedSince ?? now).getTime();
  const waitMs = isMissing ? maxPutOffMs : Math.max(site.readEveryMs, failingMs, error.retryAfterMs ?? 0);
  const nextAttemptAt = new Date(now.getTime() + Math.min(maxPutOffMs, waitMs));
  await failReads(pool(), { site: site.id, places, error: error.message, now, nextAttemptAt });
  if (!isMissing) return;
  for (const name of places) await recordHealth({ site: site.id, name, health: "missing", now });
}
