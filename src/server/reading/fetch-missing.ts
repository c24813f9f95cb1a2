import { missingWaitMs, type Missing, type Opening } from "@/domain/reading/tracker";
import { SiteError } from "@/domain/reading/site-error";
import { newId } from "@/server/platform/ids";
import type { TrackersContext } from "./context";
import { knownCommentCount } from "./read-changes";
import { newItems, recordPart, type Tracker, type TrackersState } from "./record-tracker";
import { listMissing, type MissingNumber } from "./statements/trackers";

/** Missing numbers requested per read of a place. */
const maxNumbers = 100;
const failedWaitMs = 60_000;
const maxFailures = 3;

/** Each is a post after all, or a gap with its reason. Failed requests are repeated later. */
export async function fetchMissing(
  context: TrackersContext,
  state: TrackersState,
  tracker: Tracker,
): Promise<void> {
  const { site, budget, signal } = context;
  const { place } = tracker;
  const due = await listMissing({ site: site.id, place, dueAt: { lte: context.clock() } }, maxNumbers);
  let failures = 0;
  for (const one of due) {
    if (context.clock() >= context.deadline || failures === maxFailures) return;
    if (!(await budget.take("rest"))) return;
    try {
      const { found, rate } = await site.fetchNumber(place, one.number, signal);
      await budget.recordRate(rate);
      if (typeof found === "string") await recordMissing(context, state, tracker, { one, why: found });
      else await recordLate(context, state, tracker, found);
    } catch (error) {
      const isOneNumbers =
        error instanceof SiteError && (error.kind === "unavailable" || error.kind === "malformed");
      if (!isOneNumbers || error.reason === "aborted") throw error;
      failures += 1;
      const dueAt = new Date(context.clock().getTime() + failedWaitMs);
      await recordPart(context, state, tracker, { items: [], tracker: { missing: [{ ...one, dueAt }] } });
    }
  }
}

async function recordMissing(
  context: TrackersContext,
  state: TrackersState,
  tracker: Tracker,
  { one, why }: { one: MissingNumber; why: Missing },
): Promise<void> {
  const { fromAt, toAt } = one;
  const tries = one.tries + 1;
  const waitMs = missingWaitMs(why, tries);
  if (waitMs !== null) {
    const dueAt = new Date(context.clock().getTime() + waitMs);
    return recordPart(context, state, tracker, {
      items: [],
      tracker: { missing: [{ ...one, tries, dueAt }] },
    });
  }
  const site = context.site.id;
  const gap = { id: newId(), site, place: tracker.place, kind: "post" as const, fromAt, toAt, items: 1 };
  await recordPart(context, state, tracker, {
    items: [],
    gaps: [{ ...gap, reason: why }],
    tracker: { settled: [one.number] },
  });
}

async function recordLate(
  context: TrackersContext,
  state: TrackersState,
  tracker: Tracker,
  found: Opening,
): Promise<void> {
  const items = await newItems(context, tracker, found.item === null ? [] : [found.item]);
  const counted = knownCommentCount(tracker, found);
  await recordPart(context, state, tracker, {
    items,
    tracker: { openings: [{ ...found, counted }], settled: [found.number] },
  });
}
