import { grouped } from "@/domain/grouped";
import type { HostShare } from "@/domain/reading/host-share";
import { learnedRate } from "@/domain/reading/lane-order";
import { judgeList, type ListNews } from "@/domain/reading/list-updates";
import type { FetchedList, ListEntry } from "@/domain/reading/fetched-list";
import { SiteError } from "@/domain/reading/site-error";
import { pool, prisma } from "@/server/platform/database";
import { learnTitles } from "@/server/places/place-titles";
import { newId } from "@/server/platform/ids";
import { guarded } from "@/server/platform/run-context";
import { recordRead, type Recorded } from "@/server/recording/record";
import type { ReadOutcome } from "@/server/recording/statements/positions";
import type { WatchSet } from "@/server/recording/watch-set";
import type { ListsContext, SiteTally } from "./context";
import { fetchListAt, listAddresses, openMarks, storedMarks } from "./list-address";
import { dueByHost, hostShares, isFailing } from "./host-shares";
import { deferHost, hostWaitMs } from "./defer-host";
import { listFailed } from "./list-failed";
import { countedRead } from "./counted-read";
import { renderNew } from "./poll-lane";
import { placeCapacity } from "./place-capacity";
import { listReads, recordHealth, type WatchedRead } from "./statements/reads";

const hostsAtOnce = 10;
/** Timeouts after which a host's other feeds wait for the next run, so other hosts get their turn. */
const maxSilent = 5;
/** Every feed is read at least once a day, even on crowded hosts (ms). */
const maxFreshMs = 24 * 3_600_000;
const noMarks = { etag: null, modified: null, movedTo: null };
/** A due time further ahead was stored while a clock was wrong (ms). */
const longestWaitMs = 25 * 3_600_000;
interface ListsState {
  reads: ReadonlyMap<string, WatchedRead[]>;
  addresses: ReadonlyMap<string, string>;
  share: (place: string) => HostShare;
  watches: WatchSet;
  tally: Recorded;
}

/** One at a time per host. Problems are recorded at the place, not the run: its URL is secret. */
export async function readLists(context: ListsContext, how: { watches: WatchSet }): Promise<SiteTally> {
  const { site, budget } = context;
  const tally: Recorded = { items: 0, matches: 0, notifications: 0, gaps: 0 };
  const reads = grouped(await listReads(pool(), site, context.clock()), ({ place }) => place);
  const share = await hostShares(site, reads, context.clock());
  const due = await dueLists(context, reads);
  const addresses = await listAddresses(site.id, due);
  const state: ListsState = { reads, addresses, share, watches: how.watches, tally };
  const requestedBefore = budget.requests;
  const hosts = dueByHost(site, due, share);
  const worker = async () => {
    for (let places = hosts.shift(); places !== undefined; places = hosts.shift()) {
      const host = { silent: 0, waitMs: 0 };
      for (const [at, place] of places.entries()) {
        if (host.silent === maxSilent) break;
        if (context.clock() >= context.deadline || !(await budget.take("named"))) return;
        await guarded(context, "a list", () =>
          countedRead(context, { place, reads: reads.get(place)! }, () =>
            readList(context, state, place, host),
          ),
        );
        if (host.waitMs > 0) await deferHost(context, places.slice(at + 1), host.waitMs);
        if (host.waitMs > 0) break;
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: hostsAtOnce }, worker));
  } finally {
    if (tally.notifications > 0) await renderNew(context);
    await budget.giveBack();
  }
  return { ...tally, requests: budget.requests - requestedBefore };
}

/**
 * Longest wait first. Failed lists are last, because silent hosts block a reader for long; lists postponed by a
 * 429 precede the refused one.
 */
async function dueLists({ site, clock }: ListsContext, reads: ListsState["reads"]): Promise<string[]> {
  const select = { place: true, nextReadAt: true };
  const stored = await prisma().listRead.findMany({ where: { site: site.id }, select });
  const next = new Map(stored.map(({ place, nextReadAt }) => [place, nextReadAt]));
  const nowMs = clock().getTime();
  const dueMs = (place: string) => {
    const ms = next.get(place)?.getTime() ?? 0;
    return ms > nowMs + longestWaitMs ? 0 : ms;
  };
  const triedMs = (place: string) =>
    Math.min(...reads.get(place)!.map(({ triedAt }) => triedAt?.getTime() ?? 0));
  const orderMs = (place: string) => (isFailing(reads, place) ? triedMs(place) : dueMs(place));
  const isPutOff = (place: string) =>
    reads.get(place)!.some(({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt.getTime() > nowMs);
  return [...reads.keys()]
    .filter((place) => dueMs(place) <= nowMs && !isPutOff(place))
    .sort((a, b) => Number(isFailing(reads, a)) - Number(isFailing(reads, b)) || orderMs(a) - orderMs(b));
}

async function readList(
  context: ListsContext,
  state: ListsState,
  place: string,
  host: { silent: number; waitMs: number },
): Promise<void> {
  const { site, signal } = context;
  const startedAt = context.clock();
  const reads = state.reads.get(place)!;
  const stored = await prisma().listRead.findFirst({ where: { site: site.id, place } });
  const marks = stored === null ? noMarks : openMarks(stored, place);
  let list: FetchedList;
  try {
    const target = { place, address: state.addresses.get(place) };
    list = await fetchListAt(site, target, marks, signal);
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    if (error.reason === "aborted") return;
    if (error.reason === "timeout") host.silent += 1;
    host.waitMs = hostWaitMs(error);
    return listFailed(context, reads, error);
  }
  const { readAt, watchedSince } = reads[0]!;
  const updates = list.entries && judgeList(list.entries, { known: stored, readAt, watchedSince }, startedAt);
  await recordList(context, state, { place, list, news: updates, startedAt });
}

async function recordList(
  context: ListsContext,
  state: ListsState,
  read: { place: string; list: FetchedList; news: ListNews<ListEntry> | null; startedAt: Date },
): Promise<void> {
  const { site } = context;
  const { place, list, news: updates, startedAt } = read;
  const items = (updates?.fresh ?? []).map(({ entry, at, sharesPage }) => ({
    ...entry.item,
    ...(sharesPage && { sharesLink: true as const }),
    createdAt: at,
  }));
  const now = context.clock();
  // Watches can filter by a place's title.
  if (items.length > 0) await learnTitles([`${site.id}:${place}`]);
  const matcher = items.length === 0 ? null : await state.watches.current(now);
  const gap = updates?.gap;
  const recorded = await recordRead({
    items,
    match: (item) => matcher?.match(item) ?? [],
    isNamed: () => true,
    ...(await placeCapacity({ site: site.id, place }, items, now)),
    outcomes: state.reads.get(place)!.map((one) => toOutcome(one, site.id, items.length, startedAt)),
    gaps: gap ? [{ id: newId(), site: site.id, place, kind: "post", fromAt: gap.from, toAt: gap.to }] : [],
    list: {
      ...{
        site: site.id,
        place,
        marks: storedMarks(list.marks, place),
        called: list.called,
        known: updates?.known ?? null,
      },
      nextReadAt: new Date(now.getTime() + Math.min(maxFreshMs, list.freshMs * state.share(place).slowdown)),
    },
    now,
    seenAt: startedAt,
  });
  for (const name of Object.keys(state.tally) as (keyof Recorded)[]) state.tally[name] += recorded[name];
  if (state.reads.get(place)![0]!.health !== "ok")
    await recordHealth({ site: site.id, name: place, health: "ok", now });
}

/** Feeds only contain posts, so the read also covers comments: there are none. */
function toOutcome(read: WatchedRead, site: string, found: number, startedAt: Date): ReadOutcome {
  const { place, kind, readAt, rate } = read;
  const newItems = kind === "post" ? found : 0;
  const spanMs = readAt === null ? 0 : startedAt.getTime() - readAt.getTime();
  return {
    ...{ site, place, kind, readAt: startedAt, triedAt: startedAt, newItems },
    ...{ stored: null, swept: false, share: null, delayMs: null },
    rate: spanMs > 0 ? learnedRate(rate, newItems, spanMs / 60_000) : null,
  };
}
