import type { WalkPlace } from "@/domain/reading/walk";
import { NO_RATE, SiteError } from "@/domain/reading/site-error";
import type { PartName, Plan } from "./quota";
import type { ApiPage } from "./requests";
import type { Row } from "./rows";
import { cursorAfter, isRangeDue, type Cursor, type PartState, type SourceState } from "./state";

export interface StepQuery {
  source: string;
  places: readonly WalkPlace[];
  nowMs: number;
  plan: Plan;
  signal?: AbortSignal;
}
/** The result of a step's request. Times are in seconds. */
export interface Found {
  page: ApiPage;
  gaps: { from: number; to: number; items?: number }[];
  isComplete: boolean;
}
interface Range {
  from: number;
  last: number;
}
interface Requesters {
  request(
    name: PartName,
    query: Record<string, string>,
    state: SourceState,
    how: StepQuery,
  ): Promise<ApiPage>;
  fetchRows(
    name: PartName,
    at: Cursor & { max?: number },
    state: SourceState,
    how: StepQuery,
  ): Promise<ApiPage>;
}

/** Wait before a range is counted again (ms). Longer than responses are cached. */
const againMs = 120_000;
const maxTries = 2;

/** If a range differs from the site's total, reads and counts it again: rows can be deleted in between. */
export function createCheck({ request, fetchRows }: Requesters) {
  /** The total is null if the site refuses to count. */
  async function fetchTotal(
    name: PartName,
    { from, last }: Range,
    state: SourceState,
    how: StepQuery,
  ): Promise<ApiPage> {
    try {
      return await request(
        name,
        { fromdate: String(from), todate: String(last), filter: "total" },
        state,
        how,
      );
    } catch (error) {
      if (!(error instanceof SiteError) || error.reason !== "filter") throw error;
      return {
        rows: [],
        skipped: 0,
        hasMore: false,
        total: null,
        waitUntilMs: 0,
        quota: null,
        rate: NO_RATE,
      };
    }
  }

  async function readAgain(
    name: PartName,
    part: PartState,
    { from, last }: Range,
    state: SourceState,
    how: StepQuery,
  ): Promise<Found> {
    const again = part.recheck!;
    const page = await fetchRows(
      name,
      { ...(again.cursor ?? { min: from, page: 1 }), max: last },
      state,
      how,
    );
    rememberRows(part, page.rows);
    again.ids = [...new Set([...again.ids, ...page.rows.map(({ id }) => id)])];
    part.dueMs = how.nowMs;
    const created = page.rows.map(({ createdSeconds }) => createdSeconds);
    const next = page.hasMore && created.length > 0 ? cursorAfter(again.cursor!, created).cursor : null;
    again.cursor = next !== null && next.min <= last ? next : null;
    if (again.cursor === null && !again.hasTotal) recordOutcome(name, part, how);
    else if (again.cursor === null) part.dueMs = how.nowMs + againMs;
    return { page, gaps: [], isComplete: false };
  }

  return async function check(
    name: PartName,
    part: PartState,
    state: SourceState,
    how: StepQuery,
  ): Promise<Found> {
    const range = { from: part.checked, last: part.checked + how.plan.windowSeconds - 1 };
    const again = part.recheck;
    if (again !== null && again.cursor !== null) return readAgain(name, part, range, state, how);
    const page = await fetchTotal(name, range, state, how);
    rememberRows(part, page.rows);
    const gaps: Found["gaps"] = [];
    const read = again === null ? countIn(part, range) : again.ids.length;
    const missing = page.total === null ? 0 : page.total - read;
    const isEqual = again === null ? page.total === read : missing <= 0;
    const tries = again === null ? 0 : again.tries + 1;
    if (isEqual || tries >= maxTries) {
      if (!isEqual) gaps.push({ from: range.from, to: range.last + 1, items: missing });
      recordOutcome(name, part, how);
    } else {
      part.recheck = { hasTotal: page.total !== null, tries, cursor: { min: range.from, page: 1 }, ids: [] };
      part.dueMs = how.nowMs;
    }
    return { page, gaps, isComplete: false };
  };
}

function countIn({ seen }: PartState, { from, last }: Range): number {
  return seen.filter(([, at]) => at >= from && at <= last).length;
}

/** Remembers the rows that haven't been compared with a total. */
export function rememberRows(part: PartState, rows: readonly Row[]): void {
  const seen = new Map(part.seen);
  for (const { id, createdSeconds } of rows) if (createdSeconds >= part.checked) seen.set(id, createdSeconds);
  part.seen = [...seen];
  part.newest = Math.max(part.newest, ...rows.map(({ createdSeconds }) => createdSeconds));
}

function recordOutcome(name: PartName, part: PartState, { plan, nowMs }: StepQuery): void {
  part.checked += plan.windowSeconds;
  part.recheck = null;
  part.seen = part.seen.filter(([, at]) => at >= part.checked);
  part.dueMs = isRangeDue(part, plan.windowSeconds)
    ? nowMs
    : Math.max(nowMs, part.readMs + plan.everyMs[name]);
}
