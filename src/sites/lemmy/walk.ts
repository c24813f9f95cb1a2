import type { Row } from "./parse";
import { countIds, lastIds, without, type Range } from "./ranges";
import { absentWaitsMs, failedWaitsMs, type Hole, type PartState } from "./state";

/** A page of a list, newest publication first. Ids grow by arrival, so late items are further down. */
export interface ShownPage {
  rows: readonly Pick<Row, "id" | "createdMs">[];
  /** Null at the end of the list. */
  next: string | null;
}
export interface WalkGap {
  fromMs: number;
  toMs: number;
  items?: number;
}
interface How {
  nowMs: number;
  everyMs: number;
  sinceMs: number;
}

const maxFirstPages = 20;
/** Pages of one read. With 50 rows each, more than a day of the largest instance. */
const maxPages = 400;
/** Ids looked up one by one. More are a gap. */
const maxHoles = 2_000;
const deepEveryMs = 10 * 60_000;

export function addPage(
  part: PartState,
  page: ShownPage,
  how: How,
): { gaps: WalkGap[]; isComplete: boolean } {
  if (part.page === null)
    Object.assign(part, {
      beganMs: how.nowMs,
      pages: 0,
      isLast: false,
      top: Math.max(part.top, part.reached ?? 0),
    });
  part.pages += 1;
  const isFirstRead = part.reached === null;
  const topBefore = part.top;
  for (const { id } of page.rows) show(part, id, isFirstRead);
  const isEnd = page.next === null || page.rows.length === 0;
  const isDone = isFirstRead
    ? isFirstDone(part, page, how)
    : isWalkDone(part, page, { ...how, hasNews: part.top > topBefore });
  if (!isEnd && !isDone) {
    part.page = page.next;
    part.dueMs = how.nowMs;
    return { gaps: [], isComplete: false };
  }
  const gaps = isFirstRead && !isEnd ? firstGap(part, how) : [];
  return { gaps: [...gaps, ...finish(part, how)], isComplete: true };
}

function show(part: PartState, id: number, isFirstRead: boolean): void {
  if (id > part.top) {
    if (!isFirstRead) part.open = [...part.open, [part.top + 1, id]];
    part.top = id;
  }
  if (id > (part.reached ?? 0)) part.open = without(part.open, id);
  part.holes = part.holes.filter((hole) => hole.id !== id);
}

function isFirstDone(part: PartState, { rows }: ShownPage, { sinceMs }: How): boolean {
  const times = rows.map(({ createdMs }) => createdMs).filter((ms) => !Number.isNaN(ms));
  part.oldestMs = Math.min(part.oldestMs ?? Infinity, ...times);
  const isBefore = times.length > 0 && Math.max(...times) < sinceMs;
  return isBefore || part.pages >= maxFirstPages;
}

/** Ends one page below the first one with known ids. Without new ids, that page is read every ten minutes. */
function isWalkDone(
  part: PartState,
  { rows }: ShownPage,
  { nowMs, hasNews }: How & { hasNews: boolean },
): boolean {
  if (part.isLast || part.pages >= maxPages) return true;
  part.isLast = Math.min(...rows.map(({ id }) => id)) <= part.reached!;
  if (!part.isLast) return false;
  const isDeep = hasNews || part.pages > 1 || nowMs - part.deepMs >= deepEveryMs;
  if (isDeep) part.deepMs = nowMs;
  return !isDeep;
}

/** The gap of a first read that didn't get back to the start of the watch. */
function firstGap({ oldestMs, pages }: PartState, { sinceMs }: How): WalkGap[] {
  if (pages < maxFirstPages || oldestMs === null || oldestMs <= sinceMs) return [];
  return [{ fromMs: sinceMs, toMs: oldestMs }];
}

function finish(part: PartState, { nowMs, everyMs }: How): WalkGap[] {
  const known = new Set(part.holes.map(({ id }) => id));
  const capacity = Math.max(0, maxHoles - part.holes.length);
  const ids = lastIds(part.open, capacity).filter((id) => !known.has(id));
  const tooMany = countIds(part.open) - ids.length;
  const holes = ids.map((id): Hole => ({
    id,
    sinceMs: nowMs,
    absent: 0,
    failed: 0,
    dueMs: nowMs + absentWaitsMs[0]!,
  }));
  const readMs = part.readMs || part.beganMs;
  Object.assign(part, {
    ...{
      holes: [...part.holes, ...holes],
      open: [] as Range[],
      page: null,
      pages: 0,
      isLast: false,
      oldestMs: null,
    },
    ...{
      reached: Math.max(part.reached ?? 0, part.top),
      readMs: part.beganMs,
      dueMs: part.beganMs + everyMs,
    },
  });
  return tooMany > 0 ? [{ fromMs: readMs, toMs: nowMs, items: tooMany }] : [];
}

/** Records a hole's lookup. Returns a gap if it is given up, and the number of ids that aren't public. */
export function recordLookup(
  part: PartState,
  { id }: Hole,
  found: "shown" | "gone" | "absent" | "failed",
  nowMs: number,
): { gaps: WalkGap[]; hidden: number } {
  const hole = part.holes.find((one) => one.id === id)!;
  const drop = () => (part.holes = part.holes.filter((one) => one !== hole));
  if (found === "shown") drop();
  if (found === "shown") return { gaps: [], hidden: 0 };
  if (found === "failed") {
    const waitMs = failedWaitsMs[hole.failed++];
    if (waitMs !== undefined) hole.dueMs = nowMs + waitMs;
    else drop();
    const gap = { fromMs: hole.sinceMs - 60_000, toMs: hole.sinceMs, items: 1 };
    return { gaps: waitMs === undefined ? [gap] : [], hidden: 0 };
  }
  hole.absent += 1;
  const waitMs = absentWaitsMs[hole.absent];
  if (found === "absent" && waitMs !== undefined) hole.dueMs = nowMs + waitMs;
  else drop();
  return { gaps: [], hidden: found === "gone" || waitMs === undefined ? 1 : 0 };
}
