import type { Item } from "@/domain/reading/item";
import { grouped } from "@/domain/grouped";
import { timeOfMinute, unfiledMs, unfiledWithoutFilesMs } from "@/domain/reading/minute-files";
import { canBeNew, medianMs } from "@/domain/reading/newness";
import type { ItemFile } from "@/domain/reading/item-files";
import { isSampled } from "@/domain/reading/stream-sample";
import { newId } from "@/server/platform/ids";
import { recordRead, type Recorded } from "@/server/recording/record";
import type { NewGap } from "@/server/recording/statements/gaps";
import type { Positions, ReadOutcome } from "@/server/recording/statements/positions";
import type { WatchSet } from "@/server/recording/watch-set";
import type { FilesContext } from "./context";
import { getKey, getKeys } from "./file-keys";
import { matchInSlices } from "./match-slices";
import { countUnread, findListed } from "./statements/files";
import type { WatchedRead } from "./statements/reads";
import { prisma } from "@/server/platform/database";

const quarterMs = 15 * 60_000;

export interface FilesState {
  reads: readonly WatchedRead[];
  watches: WatchSet;
  startedAt: Date;
  /** Keys of the items in recent files. */
  known: Set<string>;
  tally: Recorded;
}

export async function recordFile(
  context: FilesContext,
  state: FilesState,
  { minute, file, settled }: { minute: number; file: ItemFile; settled: NonNullable<Positions["sequence"]> },
): Promise<void> {
  const news = file.items.filter(({ fullname }) => !state.known.has(getKey(fullname)));
  const counts = { files: 1, articles: news.length, invalid: file.skipped, older: file.old.length };
  const fullnames = [...file.items.map(({ fullname }) => fullname), ...file.old];
  const keys = getKeys(fullnames);
  await recordItems(context, state, news, {
    counts: { site: context.site.id, values: counts },
    file: { site: context.site.id, read: { minute: timeOfMinute(minute), keys }, settled: [] },
    sequence: settled,
  });
  for (const fullname of fullnames) state.known.add(getKey(fullname));
}

/** Takes items that are in no file after an hour from the list, and records a gap with their number. */
export async function compareWithList(context: FilesContext, state: FilesState): Promise<void> {
  const { site } = context;
  const listed = await prisma().listedItem.findMany({
    where: { site: site.id },
    select: { fullname: true, listedAt: true },
  });
  if (listed.length === 0) return;
  const waitMs = (await countUnread(site.id)) > 0 ? unfiledWithoutFilesMs : unfiledMs;
  const found = listed.filter(({ fullname }) => state.known.has(getKey(fullname)));
  const overdue = listed.filter(
    ({ fullname, listedAt }) =>
      !state.known.has(getKey(fullname)) && context.clock().getTime() - listedAt.getTime() >= waitMs,
  );
  const settled = [...found, ...overdue].map(({ fullname }) => fullname);
  if (settled.length === 0) return;
  const items = await findListed(
    site.id,
    overdue.map(({ fullname }) => fullname),
  );
  await recordItems(
    context,
    state,
    items,
    {
      counts: { site: site.id, values: { unfiled: items.length } },
      file: { site: site.id, read: null, settled },
    },
    gapsOf(context, state, items),
  );
}

/** One gap per watched place and quarter of an hour with missing items. */
function gapsOf({ site }: FilesContext, { reads }: FilesState, items: readonly Item[]): NewGap[] {
  return getPlaces(reads).flatMap((place) => {
    const missing = items.filter((item) => place === "all" || item.place === place);
    const byQuarter = grouped(missing, ({ createdAt }) => `${Math.floor(createdAt.getTime() / quarterMs)}`);
    return [...byQuarter].map(([quarter, { length }]) => {
      const fromMs = Number(quarter) * quarterMs;
      const range = { fromAt: new Date(fromMs), toAt: new Date(fromMs + quarterMs) };
      return { id: newId(), site: site.id, place, kind: "post" as const, ...range, items: length };
    });
  });
}

/** One gap per watched place, because any of them could have items in the missing files. */
export function gapBetween(
  { site }: FilesContext,
  { reads }: FilesState,
  range: { fromAt: Date; toAt: Date },
): NewGap[] {
  return getPlaces(reads).map((place) => ({ id: newId(), site: site.id, place, kind: "post", ...range }));
}

function getPlaces(reads: readonly WatchedRead[]): string[] {
  return [...new Set(reads.map(({ place }) => place))];
}

async function recordItems(
  context: FilesContext,
  state: FilesState,
  items: readonly Item[],
  positions: Omit<Positions, "outcomes">,
  gaps: readonly NewGap[] = [],
): Promise<void> {
  const { site } = context;
  const now = context.clock();
  const sinceMs = Math.min(...state.reads.map(({ watchedSince }) => watchedSince.getTime()));
  const news = items.filter((item) => canBeNew(item, now.getTime(), sinceMs));
  const matches = await matchInSlices(state.watches, news, now);
  const isRetained = ({ fullname }: Item) => isSampled(fullname, site.sampledOneIn);
  const recorded = await recordRead({
    items: news.filter((item) => matches.has(item.fullname) || isRetained(item)),
    match: ({ fullname }) => matches.get(fullname) ?? [],
    isNamed: ({ fullname }) => matches.has(fullname),
    isTextStored: isRetained,
    outcomes: state.reads.map((read) => toOutcome(context, read, items)),
    ...positions,
    gaps,
    now,
    seenAt: state.startedAt,
  });
  for (const name of Object.keys(state.tally) as (keyof Recorded)[]) state.tally[name] += recorded[name];
}

/** The position only moves once all files are read. */
function toOutcome(
  { site, clock }: FilesContext,
  { place, kind, watchedSince }: WatchedRead,
  items: readonly Item[],
): ReadOutcome {
  const own = items.filter((item) => item.kind === kind && (place === "all" || item.place === place));
  const nowMs = clock().getTime();
  const timely = own.filter(({ createdAt }) => createdAt >= watchedSince);
  return {
    ...{ site: site.id, place, kind, readAt: null, triedAt: clock() },
    ...{ stored: null, swept: false, share: null, rate: null },
    newItems: own.length,
    delayMs: medianMs(timely.map(({ createdAt }) => nowMs - createdAt.getTime())),
  };
}
