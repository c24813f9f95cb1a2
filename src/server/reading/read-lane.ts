import type { Item } from "@/domain/reading/item";
import type { Lane } from "@/domain/reading/lane";
import { canBeNew, medianCreationMs, pageEndsReading } from "@/domain/reading/newness";
import type { Span } from "@/domain/reading/read-outcome";
import type { Purpose } from "@/domain/reading/request-budget";
import type { Page } from "@/domain/reading/site";
import { SiteError } from "@/domain/reading/site-error";
import { pool, prisma } from "@/server/platform/database";
import { findKnown } from "@/server/reading/statements/known-items";
import type { PagesContext } from "./context";
import { getPages } from "./pages";

/** "caught-up" and "listing-end" mean that the read is complete. Fetched items count either way. */
export type ReadEnd = "caught-up" | "listing-end" | "failed" | "spent" | "empty";

export interface LaneRead {
  lane: Lane;
  startedAt: Date;
  end: ReadEnd;
  error: SiteError | null;
  /** Distinct items of all pages, in listing order. */
  seen: Item[];
  fresh: Item[];
  /** When the other items were first seen, by fullname. For items too old to be new, their creation time. */
  seenAt: Map<string, Date>;
  /** Rows without fullname, kind, place or time. */
  skipped: number;
  /** Whether a sweep was completed, further back than the position. */
  swept: boolean;
}

/** Row limit of one read. A lane with many busy members has 1,000 items of each. */
const maxRows = 6_000;
/** Minimum rows for deciding whether to stop; pages can be smaller if responses are too large. */
const rowsToJudge = 50;
/** How far behind the position, up to `sweepRows`: late approvals appear at their creation time. */
const sweepBackMs = 20 * 60_000;
const sweepRows = 800;
/** Share of known items behind a page skipped in one step. Below 1 because some may be deleted. */
const passedShare = 0.8;

/** Ends with a page without news, mostly before `until`. A baseline is one page. Never throws site errors. */
export async function readLane(
  context: PagesContext,
  lane: Lane,
  how: {
    until: Date | null;
    watchedSince: (place: string) => number | null;
    purpose: Purpose;
    maxRows?: number;
    /** Last sweep of the members, for sites with listings that shift between pages. */
    sweptAt?: Date | null;
    /** For a single member: the range beyond the position that interrupted reads have covered. */
    stored?: Span | null;
  },
): Promise<LaneRead> {
  const startedAt = context.clock();
  const read: LaneRead = {
    ...{ lane, startedAt, end: "spent", error: null },
    ...{ seen: [], fresh: [], seenAt: new Map(), skipped: 0, swept: false },
  };
  const { pageSize, hasAnchors } = context.site;
  const nextPage = getPages(context, lane, how.purpose);
  const names = new Set<string>();
  let anchor: string | null = null;
  let fallbackAnchor: string | null = null;
  let judged: Judged = { items: [], newCount: 0 };
  /** Rows before the next page, including skipped rows. */
  let rank = 0;
  let hasPassed = false;
  const isSweep = () => lane.sweep && !hasPassed;

  for (let rows = 0; rows < (how.maxRows ?? maxRows) && context.clock() < context.deadline;) {
    const page: Page | SiteError | null = await nextPage(anchor);
    if (page === null) return read;
    // A failure during the sweep doesn't undo that the position was reached.
    if (page instanceof SiteError)
      return { ...read, end: read.end === "caught-up" ? "caught-up" : "failed", error: page };
    if (page.items.length === 0 && page.skipped === 0) {
      if (!hasAnchors && anchor !== null) return { ...read, end: "listing-end", swept: isSweep() };
      // An empty page can mean that the anchor item was deleted, or the end of the listing.
      if (anchor === null || fallbackAnchor === null) return { ...read, end: "empty" };
      anchor = fallbackAnchor;
      fallbackAnchor = null;
      continue;
    }
    rows += page.items.length + page.skipped;
    rank += page.items.length + page.skipped;
    const fresh = await takePage(read, page, names, how.watchedSince);

    if (page.after === null) return { ...read, end: "listing-end", swept: isSweep() };
    if (lane.baseline) return { ...read, end: "caught-up" };
    fallbackAnchor = page.items[Math.floor(page.items.length / 2)]?.fullname ?? null;
    anchor = page.after;
    judged = { items: [...judged.items, ...page.items], newCount: judged.newCount + fresh };
    if (judged.items.length >= Math.min(rowsToJudge, pageSize)) {
      const updates = { newCount: judged.newCount, medianMs: medianCreationMs(judged.items) };
      const isBefore = (ms: number) => pageEndsReading(updates, ms);
      if (how.until !== null && isBefore(how.until.getTime())) read.end = "caught-up";
      const sweeps = isSweep() && rows < sweepRows;
      // Sweeps go back from the last completed one, so repeated interruptions don't lose items.
      const isSwept = !sweeps || isBefore((how.sweptAt ?? startedAt).getTime() - sweepBackMs);
      if (read.end === "caught-up" && isSwept) return { ...read, swept: isSweep() };
      const behind =
        read.end === "caught-up"
          ? null
          : await afterStoredRange(context, read, how.stored ?? null, { judged, rank, nextPage });
      if (behind !== null) [rank, anchor, hasPassed] = [behind.rank, behind.anchor, true];
      judged = { items: [], newCount: 0 };
    }
  }
  return read;
}

interface Judged {
  items: Item[];
  newCount: number;
}

/** Null: the next page. Fetches the target page first, so it can't skip anything uncovered. */
async function afterStoredRange(
  context: PagesContext,
  { lane }: LaneRead,
  stored: Span | null,
  { judged, rank, nextPage }: { judged: Judged; rank: number; nextPage: ReturnType<typeof getPages> },
): Promise<{ rank: number; anchor: string } | null> {
  const { site } = context;
  const oldest = judged.items.at(-1)?.createdAt;
  if (stored === null || site.afterRows === undefined || oldest === undefined || judged.newCount > 0)
    return null;
  if (oldest > stored.to || oldest < stored.from) return null;
  const { kind, places } = lane;
  const where = { site: site.id, place: places[0]!, kind };
  const known = await prisma().recentItem.count({
    where: { ...where, createdAt: { gte: stored.from, lte: oldest } },
  });
  const passed = Math.floor(known * passedShare);
  if (passed < 2 * site.pageSize) return null;
  const anchor = site.afterRows(rank + passed);
  const there = await nextPage(anchor);
  const first = there === null || there instanceof SiteError ? undefined : there.items[0];
  return first !== undefined && first.createdAt > stored.from ? { rank: rank + passed, anchor } : null;
}

async function takePage(
  read: LaneRead,
  page: Page,
  names: Set<string>,
  watchedSince: (place: string) => number | null,
): Promise<number> {
  const unseen = page.items.filter((item) => !names.has(item.fullname));
  for (const item of unseen) names.add(item.fullname);
  const candidates = unseen.filter((item) =>
    canBeNew(item, read.startedAt.getTime(), watchedSince(item.place.toLowerCase())),
  );
  const known = await findKnown(
    pool(),
    candidates.map((item) => item.fullname),
  );
  const fresh = new Set(candidates.filter((item) => !known.has(item.fullname)));
  for (const item of unseen)
    if (!fresh.has(item)) read.seenAt.set(item.fullname, known.get(item.fullname) ?? item.createdAt);
  read.skipped += page.skipped;
  read.seen.push(...unseen);
  read.fresh.push(...fresh);
  return fresh.size;
}
