import type { ChangesPage, Opening } from "@/domain/reading/tracker";
import { newId } from "@/server/platform/ids";
import type { NewGap } from "@/server/recording/statements/gaps";
import { fetchTwice } from "./fetch-twice";
import type { TrackersContext } from "./context";
import { newEntries, newItems, recordPart, type Tracker, type TrackersState } from "./record-tracker";
import { findOpenings, listMissing, type KnownOpening } from "./statements/trackers";

/** Posts requested for their titles, per page of comments. The others show their number instead. */
const maxTitles = 5;

/** Reads a list of changes to its end. Returns false if time or budget ran out. */
export async function readChanges(
  context: TrackersContext,
  state: TrackersState,
  tracker: Tracker,
  list: string,
): Promise<boolean> {
  const { site, budget, signal } = context;
  const { place, since } = tracker;
  let next: string | null = null;
  let isFirst = true;
  do {
    if (context.clock() >= context.deadline) return false;
    if (!(await budget.take(isFirst ? "named" : "rest"))) {
      state.isOver = true;
      return false;
    }
    const mark = tracker.position.marks[list] ?? null;
    const from = { list, mark, next, since, hasNews: tracker.hasNews };
    const page: ChangesPage = await fetchTwice(context, () => site.fetchChanges(place, from, signal));
    tracker.hasProgress = true;
    await budget.recordRate(page.rate);
    await budget.note(isFirst ? "named" : "rest", page.requests - 1);
    await recordChanges(context, state, tracker, { list, page });
    next = page.next;
    isFirst = false;
  } while (next !== null);
  return true;
}

async function recordChanges(
  context: TrackersContext,
  state: TrackersState,
  tracker: Tracker,
  { list, page }: { list: string; page: ChangesPage },
): Promise<void> {
  const { openings, entries, mark, skipped } = page;
  const { place, position } = tracker;
  const isMoved = position.marks[list] !== mark;
  if (skipped > 0)
    context.faults.push({ unit: context.site.getLabel(place), error: `${skipped} items skipped` });
  if (openings.length + entries.length === 0 && !isMoved) return;
  const named = { site: context.site.id, place };
  const known = await findOpenings(
    named,
    [...openings, ...entries].flatMap(({ number }) => (number === null ? [] : [number])),
  );
  const changed = openings.filter(
    ({ number, changedAt }) => (known.get(number)?.changedAt.getTime() ?? 0) < changedAt.getTime(),
  );
  if (changed.length > 0) tracker.hasNews = true;
  const restart = await restartOf(context, tracker, openings, known);
  const posts = await newItems(
    context,
    tracker,
    openings.flatMap(({ item }) => item ?? []),
  );
  const titles = await getTitles(context, tracker, page, known);
  const getTitle = (number: number) => titles.get(number) ?? `${context.site.getLabel(place)} #${number}`;
  const { items, commented } = await newEntries(context, tracker, entries, getTitle);
  tracker.position = {
    reached: restart === null ? position.reached : restart.at - 1,
    marks: { ...position.marks, [list]: mark },
  };
  await recordPart(context, state, tracker, {
    items: [...posts, ...items],
    gaps: restart !== null && restart.confused > 0 ? [gapOf(context, tracker, restart.confused)] : [],
    tracker: {
      ...{ reached: tracker.position.reached, restartsAt: restart?.at, marks: { [list]: mark }, commented },
      openings: openings.map((one) => ({ ...one, counted: knownCommentCount(tracker, one) })),
    },
  });
}

function gapOf(
  { site }: TrackersContext,
  { place, reads, since, startedAt }: Tracker,
  items: number,
): NewGap {
  const named = { id: newId(), site: site.id, place, kind: "post" as const };
  return { ...named, fromAt: reads[0]!.readAt ?? since, toAt: startedAt, items };
}

/** All comments of a new post are new. We don't know how many comments of an older post are. */
export function knownCommentCount({ since }: Tracker, { createdAt }: Opening): number | null {
  return createdAt >= since ? 0 : null;
}

/** New posts with numbers below the position: a restart. Returns the first and how many names are reused. */
async function restartOf(
  { site }: TrackersContext,
  { place, position, reads }: Tracker,
  openings: readonly Opening[],
  known: ReadonlyMap<number, KnownOpening>,
): Promise<{ at: number; confused: number } | null> {
  const readAt = reads[0]!.readAt;
  const isOther = ({ number, createdAt }: Opening) =>
    known.get(number)?.createdAt.getTime() !== createdAt.getTime();
  const low = openings.filter(
    (one) => readAt !== null && one.number <= position.reached && one.createdAt > readAt && isOther(one),
  );
  if (low.length === 0) return null;
  const numbers = low.map(({ number }) => number);
  // A missing number that appears late is no restart.
  const missing = await listMissing({ site: site.id, place, number: { in: numbers } }, numbers.length);
  if (missing.length > 0) return null;
  return { at: Math.min(...numbers), confused: numbers.filter((number) => known.has(number)).length };
}

async function getTitles(
  { site, budget, signal }: TrackersContext,
  { place }: Tracker,
  { openings, entries }: ChangesPage,
  known: ReadonlyMap<number, KnownOpening>,
): Promise<Map<number, string>> {
  const titles = new Map([...known.values(), ...openings].map(({ number, title }) => [number, title]));
  const unknown = new Set(
    entries.flatMap(({ number }) => (number === null || titles.has(number) ? [] : [number])),
  );
  for (const number of [...unknown].slice(0, maxTitles)) {
    if (!(await budget.take("rest"))) break;
    const { found, rate } = await site.fetchNumber(place, number, signal);
    await budget.recordRate(rate);
    if (typeof found !== "string") titles.set(number, found.title);
  }
  return titles;
}
