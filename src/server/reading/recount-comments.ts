import { SiteError } from "@/domain/reading/site-error";
import { recountWaitMs, type CommentsPage } from "@/domain/reading/tracker";
import { newId } from "@/server/platform/ids";
import type { NewGap } from "@/server/recording/statements/gaps";
import { fetchTwice } from "./fetch-twice";
import type { TrackersContext } from "./context";
import { newEntries, recordPart, type Tracker, type TrackersState } from "./record-tracker";
import { listDueCounts, type DueCount } from "./statements/trackers";

const maxPosts = 50;
/** Pages read per post. Longer discussions are complete by the list of changes only. */
const maxPages = 10;

/** If the site counts more or fewer than we have. Comments it counts but never shows become a gap. */
export async function recountComments(
  context: TrackersContext,
  state: TrackersState,
  tracker: Tracker,
): Promise<void> {
  const { place } = tracker;
  const due = await listDueCounts({ site: context.site.id, place, now: context.clock() }, maxPosts);
  for (const post of due) {
    const listed = await listComments(context, state, tracker, post);
    if (listed === null) return;
    await recordCount(context, state, tracker, { post, listed });
  }
}

interface Listed {
  /** Number of comments. Null if it can't be compared, because only a part was listed. */
  count: number | null;
  /** Comments that the list itself counts and doesn't show. */
  unshown: number;
  isGone?: true;
}

/** Records the comments of a post. Returns null if time or budget ran out. */
async function listComments(
  context: TrackersContext,
  state: TrackersState,
  tracker: Tracker,
  { number, thread, title, total, counted }: DueCount,
): Promise<Listed | null> {
  const { site, budget, signal } = context;
  // Without an earlier count, only the comments since the place is watched matter.
  const since = counted === null && total !== null ? tracker.since : null;
  let next: string | null = null;
  let count = 0;
  let unshown = 0;
  for (let pages = 0; pages < maxPages; pages += 1) {
    if (context.clock() >= context.deadline || !(await budget.take("rest"))) return null;
    let page: CommentsPage;
    try {
      const of = { number, thread, since, next };
      page = await fetchTwice(context, () => site.fetchComments(tracker.place, of, signal));
    } catch (error) {
      if (error instanceof SiteError && error.kind === "missing")
        return { count: null, unshown: 0, isGone: true };
      throw error;
    }
    await budget.recordRate(page.rate);
    await budget.note("rest", page.requests - 1);
    count += page.entries.filter(({ isCounted }) => isCounted).length + page.skipped;
    unshown += page.unshown;
    const { items } = await newEntries(context, tracker, page.entries, () => title);
    if (items.length > 0) await recordPart(context, state, tracker, { items, tracker: {} });
    next = page.next;
    if (next === null) return { count: since === null ? count : null, unshown };
  }
  return { count: null, unshown };
}

async function recordCount(
  context: TrackersContext,
  state: TrackersState,
  tracker: Tracker,
  { post, listed }: { post: DueCount; listed: Listed },
): Promise<void> {
  const { number, total, counted, seen } = post;
  const lacking = lackingOf(post, listed);
  const tries = post.tries + 1;
  const waitMs = lacking === 0 || listed.isGone ? null : recountWaitMs(tries);
  const dueAt = waitMs === null ? null : new Date(context.clock().getTime() + waitMs);
  // Comments that were not shown in time count as missed from now on.
  const max = listed.count === null ? (total ?? (counted ?? 0) + seen) : Math.max(listed.count, total ?? 0);
  const next = dueAt !== null && listed.count !== null ? listed.count : max;
  await recordPart(context, state, tracker, {
    items: [],
    gaps: lacking > 0 && dueAt === null ? [gapOf(context, tracker, lacking, listed)] : [],
    tracker: { recounted: { number, counted: next, tries: dueAt === null ? 0 : tries, dueAt } },
  });
}

/** Comments that the site counts and we haven't read. */
function lackingOf({ total, counted, seen }: DueCount, { count, unshown, isGone }: Listed): number {
  if (isGone) return total === null ? 0 : Math.max(0, total - (counted ?? total) - seen);
  return unshown + (total === null || count === null ? 0 : Math.max(0, total - count));
}

function gapOf(
  context: TrackersContext,
  { place, reads, since }: Tracker,
  items: number,
  { isGone }: Listed,
): NewGap {
  const fromAt = reads[0]!.readAt ?? since;
  const named = { id: newId(), site: context.site.id, place, kind: "comment" as const };
  const reason = isGone ? ("deleted" as const) : ("hidden" as const);
  return { ...named, fromAt, toAt: context.clock(), items, reason };
}
