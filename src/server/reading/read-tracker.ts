import { SiteError } from "@/domain/reading/site-error";
import { holesAbove } from "@/domain/reading/tracker";
import { pool } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import type { TrackersContext } from "./context";
import { listFailed } from "./list-failed";
import { readChanges } from "./read-changes";
import { fetchMissing } from "./fetch-missing";
import { getOutcomes, recordPart, type Tracker, type TrackersState } from "./record-tracker";
import { recountComments } from "./recount-comments";
import { failReads, recordHealth } from "./statements/reads";
import { listNumbersAbove } from "./statements/trackers";

/** Maximum number of missing numbers to request. The others become a gap. */
const maxHoles = 5_000;
const maxFailures = 5;

/** Reads lists, then unlisted numbers, then comments that don't add up. A killed read continues by page. */
export async function readTracker(
  context: TrackersContext,
  state: TrackersState,
  place: string,
): Promise<void> {
  const reads = state.reads.get(place)!;
  const since = new Date(Math.min(...reads.map(({ watchedSince }) => watchedSince.getTime())));
  const position = state.positions.get(place) ?? null;
  const tracker: Tracker = {
    ...{ place, reads, since, startedAt: context.clock(), hasNews: false, hasProgress: false, found: [] },
    position: position ?? { reached: 0, marks: {} },
  };
  try {
    if (position === null && !(await begin(context, state, tracker))) return;
    for (const list of context.site.lists) if (!(await readChanges(context, state, tracker, list))) return;
    await closeRead(context, state, tracker);
    await fetchMissing(context, state, tracker);
    await recountComments(context, state, tracker);
    state.failedInARow = 0;
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    await trackerFailed(context, state, tracker, error);
  }
}

async function begin(context: TrackersContext, state: TrackersState, tracker: Tracker): Promise<boolean> {
  if (!(await context.budget.take("named"))) return outOfBudget(state);
  const { place, since } = tracker;
  const start = await context.site.fetchStart(place, since, context.signal);
  await context.budget.recordRate(start.rate);
  await context.budget.note("named", start.requests - 1);
  tracker.position = { reached: start.reached, marks: {} };
  const openings = start.openings.map((one) => ({ ...one, hasOwnList: false, counted: one.total }));
  await recordPart(context, state, tracker, { items: [], tracker: { reached: start.reached, openings } });
  return true;
}

function outOfBudget(state: TrackersState): false {
  state.isOver = true;
  return false;
}

/** Moves to the highest number shown. Missing numbers in between are requested one by one. */
async function closeRead(context: TrackersContext, state: TrackersState, tracker: Tracker): Promise<void> {
  const { place, reads, startedAt, since } = tracker;
  const site = context.site.id;
  const { reached } = tracker.position;
  const known = await listNumbersAbove(reached, { site, place });
  const { numbers, count } = holesAbove(reached, known, maxHoles);
  const span = { fromAt: reads[0]!.readAt ?? since, toAt: startedAt };
  const excess = count - numbers.length;
  const gaps =
    excess > 0 ? [{ id: newId(), site, place, kind: "post" as const, ...span, items: excess }] : [];
  const missing = numbers.map((number) => ({ number, ...span, tries: 0, dueAt: startedAt }));
  const top = Math.max(reached, ...known);
  tracker.position = { ...tracker.position, reached: top };
  await recordPart(context, state, tracker, {
    ...{ items: [], gaps, outcomes: getOutcomes(context, tracker) },
    tracker: { reached: top, missing, isWhole: true },
  });
  if (reads[0]!.health !== "ok")
    await recordHealth({ site, name: place, health: "ok", now: context.clock() });
}

/** Records why a place couldn't be read. If the site refuses all requests, ends the reads of all places. */
async function trackerFailed(
  context: TrackersContext,
  state: TrackersState,
  { place, reads, hasProgress }: Tracker,
  error: SiteError,
): Promise<void> {
  if (error.reason === "aborted") return;
  const { kind, message } = error;
  const isOfSite = kind === "rate-limited" || kind === "blocked" || kind === "unauthorized";
  state.failedInARow += 1;
  state.isOver = isOfSite || state.failedInARow >= maxFailures;
  await context.budget.failed(error);
  if (kind !== "missing" && kind !== "forbidden")
    context.faults.push({ unit: context.site.getLabel(place), error: message });
  const isPassing = hasProgress && (kind === "unavailable" || kind === "malformed");
  // The next read continues after the recorded pages, so it needn't wait longer than usual.
  if (!isOfSite && !isPassing) return listFailed(context, reads, error, context.site.readEveryMs);
  const failed = { site: context.site.id, places: [place], error: message, now: context.clock() };
  await failReads(pool(), { ...failed, nextAttemptAt: null });
}
