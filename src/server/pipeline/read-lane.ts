import { SiteError } from "@/adapters/reddit/reddit";
import type { Item } from "@/domain/item";
import type { Lane } from "@/domain/lane";
import { mayBeNew, medianCreationMs, pageEndsReading } from "@/domain/newness";
import type { Purpose } from "@/domain/request-budget";
import { pool } from "@/server/database";
import { findKnown } from "@/server/sql/find-known";
import type { ReadContext } from "./context";

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
  /** Rows without fullname, kind, subreddit or time. */
  skipped: number;
}

/** How far one read may page: a lane of many busy members has 1,000 items of each. */
const maxPages = 60;
/** A sweep goes on this far back, within so many pages: a comment approved late stands where it was written. */
const sweepBackMs = 20 * 60_000;
const sweepPages = 8;

/**
 * Reads a lane from its newest page back, until a page holds nothing new and its median creation time lies
 * before `until`, the oldest complete read of its members. A baseline is one page. Never throws for an error
 * of the site: the pages fetched before it are kept.
 */
export async function readLane(
  context: ReadContext,
  lane: Lane,
  how: {
    until: Date | null;
    watchedSince: (subreddit: string) => number | null;
    purpose: Purpose;
    maxPages?: number;
  },
): Promise<LaneRead> {
  const startedAt = context.clock();
  const read: LaneRead = { lane, startedAt, end: "spent", error: null, seen: [], fresh: [], skipped: 0 };
  const names = new Set<string>();
  let anchor: string | null = null;
  let fallbackAnchor: string | null = null;

  for (let pages = 1; pages <= (how.maxPages ?? maxPages) && context.clock() < context.deadline; pages++) {
    const purpose = how.purpose === "named" && pages > 1 ? "rest" : how.purpose;
    if (!(await context.budget.take(purpose))) return read;
    const page = await fetchPage(context, lane, anchor, read);
    if (page === null) return { ...read, end: "failed" };
    if (page.items.length === 0 && page.skipped === 0) {
      // An anchor that was deleted meanwhile answers an empty page, just as the end of the listing does.
      if (anchor === null || fallbackAnchor === null) return { ...read, end: "empty" };
      anchor = fallbackAnchor;
      fallbackAnchor = null;
      continue;
    }
    const unseen = page.items.filter((item) => !names.has(item.fullname));
    for (const item of unseen) names.add(item.fullname);
    const candidates = unseen.filter((item) =>
      mayBeNew(item, startedAt.getTime(), how.watchedSince(item.subreddit.toLowerCase())),
    );
    const known = await findKnown(
      pool(),
      candidates.map((item) => item.fullname),
    );
    const fresh = candidates.filter((item) => !known.has(item.fullname));
    read.skipped += page.skipped;
    read.seen.push(...unseen);
    read.fresh.push(...fresh);

    if (lane.baseline) return { ...read, end: "caught-up" };
    if (page.after === null) return { ...read, end: "listing-end" };
    const news = { newCount: fresh.length, medianMs: medianCreationMs(page.items) };
    const until =
      lane.sweep && pages < sweepPages ? earlier(how.until, startedAt.getTime() - sweepBackMs) : how.until;
    if (until !== null && pageEndsReading(news, until.getTime())) return { ...read, end: "caught-up" };
    fallbackAnchor = page.items[Math.floor(page.items.length / 2)]?.fullname ?? null;
    anchor = page.after;
  }
  return read;
}

async function fetchPage(context: ReadContext, lane: Lane, after: string | null, read: LaneRead) {
  try {
    const page = await context.site.fetchNewest({
      subreddits: lane.subreddits,
      kind: lane.kind,
      after,
      signal: context.signal,
    });
    await context.budget.heard(page.rate);
    return page;
  } catch (error) {
    // The site's errors are expected; what was read before one is kept and the position stays.
    if (!(error instanceof SiteError)) throw error;
    read.error = error;
    await context.budget.failed(error);
    return null;
  }
}

function earlier(until: Date | null, ms: number): Date {
  return new Date(Math.min(until?.getTime() ?? ms, ms));
}
