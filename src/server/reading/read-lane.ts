import type { Item } from "@/domain/item";
import type { Lane } from "@/domain/lane";
import { mayBeNew, medianCreationMs, pageEndsReading } from "@/domain/newness";
import type { Purpose } from "@/domain/request-budget";
import type { Page } from "@/domain/site";
import { SiteError } from "@/domain/site-error";
import { pool } from "@/server/platform/database";
import { findKnown } from "@/server/reading/statements/known-items";
import type { PagesContext } from "./context";
import { pagesOf } from "./pages";

/** A read ends complete (caught up, or at the end of the listing) or breaks off; what it fetched counts either way. */
export type ReadEnd = "caught-up" | "listing-end" | "failed" | "spent" | "empty";

export interface LaneRead {
  lane: Lane;
  startedAt: Date;
  end: ReadEnd;
  error: SiteError | null;
  /** Every item of the pages, in listing order, each once. */
  seen: Item[];
  /** Those that were not remembered. */
  fresh: Item[];
  /** When the others were first seen, by fullname; of what is too old to be new, when it was written. */
  seenAt: Map<string, Date>;
  /** Rows without fullname, kind, place or time. */
  skipped: number;
}

/** How far one read may go: a lane of many busy members has 1,000 items of each. */
const maxPages = 60;
/** Pages are smaller where the site's answers are too large: whether to stop is asked of at least so many rows. */
const rowsToJudge = 50;
/** A sweep goes on this far back, within so many pages: a comment approved late stands where it was written. */
const sweepBackMs = 20 * 60_000;
const sweepPages = 8;

/**
 * Reads a lane from its newest page back, until a page holds nothing new and its median creation time lies
 * before `until`, the oldest complete read of its members. A baseline is one page. Never throws for an error
 * of the site: the pages fetched before it are kept.
 */
export async function readLane(
  context: PagesContext,
  lane: Lane,
  how: {
    until: Date | null;
    watchedSince: (place: string) => number | null;
    purpose: Purpose;
    maxPages?: number;
  },
): Promise<LaneRead> {
  const startedAt = context.clock();
  const read: LaneRead = {
    ...{ lane, startedAt, end: "spent", error: null },
    ...{ seen: [], fresh: [], seenAt: new Map(), skipped: 0 },
  };
  const { pageSize } = context.site;
  const nextPage = pagesOf(context, lane, how.purpose);
  const names = new Set<string>();
  let anchor: string | null = null;
  let fallbackAnchor: string | null = null;
  let judged: Judged = { items: [], newCount: 0 };

  for (let rows = 0; rows < (how.maxPages ?? maxPages) * pageSize && context.clock() < context.deadline;) {
    const page: Page | SiteError | null = await nextPage(anchor);
    if (page === null) return read;
    if (page instanceof SiteError) return { ...read, end: "failed", error: page };
    if (page.items.length === 0 && page.skipped === 0) {
      // An anchor that was deleted meanwhile answers an empty page, just as the end of the listing does.
      if (anchor === null || fallbackAnchor === null) return { ...read, end: "empty" };
      anchor = fallbackAnchor;
      fallbackAnchor = null;
      continue;
    }
    rows += page.items.length + page.skipped;
    const fresh = await takePage(read, page, names, how.watchedSince);

    if (page.after === null) return { ...read, end: "listing-end" };
    if (lane.baseline) return { ...read, end: "caught-up" };
    judged = { items: [...judged.items, ...page.items], newCount: judged.newCount + fresh };
    if (judged.items.length >= rowsToJudge) {
      const sweeps = lane.sweep && rows < sweepPages * pageSize;
      const until = sweeps ? earlier(how.until, startedAt.getTime() - sweepBackMs) : how.until;
      const news = { newCount: judged.newCount, medianMs: medianCreationMs(judged.items) };
      if (until !== null && pageEndsReading(news, until.getTime())) return { ...read, end: "caught-up" };
      judged = { items: [], newCount: 0 };
    }
    fallbackAnchor = page.items[Math.floor(page.items.length / 2)]?.fullname ?? null;
    anchor = page.after;
  }
  return read;
}

/** Rows of which it is to be told whether reading may stop behind them. */
interface Judged {
  items: Item[];
  newCount: number;
}

/** Adds a page to the read; answers how many of its items are new. */
async function takePage(
  read: LaneRead,
  page: Page,
  names: Set<string>,
  watchedSince: (place: string) => number | null,
): Promise<number> {
  const unseen = page.items.filter((item) => !names.has(item.fullname));
  for (const item of unseen) names.add(item.fullname);
  const candidates = unseen.filter((item) =>
    mayBeNew(item, read.startedAt.getTime(), watchedSince(item.place.toLowerCase())),
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

function earlier(until: Date | null, ms: number): Date {
  return new Date(Math.min(until?.getTime() ?? ms, ms));
}
