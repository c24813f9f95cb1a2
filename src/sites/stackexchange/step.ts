import type { ItemKind } from "@/domain/reading/item";
import { NO_RATE, SiteError } from "@/domain/reading/site-error";
import type { WalkGap, WalkPlace, WalkStep } from "@/domain/reading/walk";
import { isListError } from "../list-error";
import { getTag } from "./address";
import { createCheck, rememberRows, type StepQuery, type Found } from "./check";
import { getItems } from "./items";
import { getPlan, partNames, type PartName } from "./quota";
import { usualFilter, type ApiPage, type Requests } from "./requests";
import type { Row } from "./rows";
import {
  begunState,
  cursorAfter,
  dueParts,
  isRangeDue,
  lateSeconds,
  readState,
  type Cursor,
  type PartState,
  type SourceState,
} from "./state";
import type { QuestionTags } from "./tags";

const weekMs = 7 * 24 * 3_600_000;
const kindOf = (name: PartName): ItemKind => (name === "questions" ? "post" : "comment");

/**
 * Reads one page of the part that is due first, or compares one of its ranges with the site's total. If that
 * fails, tries the other due parts.
 */
export function createStep({
  requests,
  tags,
  quota,
}: {
  requests: Requests;
  tags: QuestionTags;
  quota: number;
}) {
  async function step(
    stored: string | null,
    requested: Omit<StepQuery, "plan">,
    sources: number,
  ): Promise<WalkStep> {
    const known = readState(stored);
    const plan = getPlan(known?.quota ?? quota, sources);
    const filter = known === null ? await requests.filter(requested.signal) : known.filter;
    const how = { ...requested, plan };
    const failed = new Map<PartName, SiteError>();
    /** The stored state, because a failed attempt can change it, with the failed parts postponed. */
    const currentState = () => {
      const state = readState(stored) ?? begunState(sinceOf(requested), filter, plan);
      for (const name of failed.keys()) state.parts[name].dueMs = how.nowMs + plan.everyMs[name];
      return state;
    };
    for (const name of dueParts(currentState(), how.nowMs)) {
      const state = currentState();
      requests.wait(state.waits);
      const opensAtMs = requests.opensAtMs(methodsOf(name, requested.places));
      if (opensAtMs > how.nowMs && failed.size > 0) continue;
      if (opensAtMs > how.nowMs) return waiting(state, state.parts[name], opensAtMs);
      try {
        const read = await readPart(name, state, how);
        const count = read.requests + Number(known === null) + failed.size;
        return { ...read, requests: count, failed: failuresOf(failed) };
      } catch (error) {
        if (!(error instanceof SiteError) || !isListError(error)) throw error;
        failed.set(name, error);
      }
    }
    const state = currentState();
    if (!hasWorkingPart(state, failed, how)) throw [...failed.values()][0]!;
    return { ...idleStep(state), requests: failed.size, failed: failuresOf(failed) };
  }

  async function readPart(name: PartName, state: SourceState, how: StepQuery) {
    const part = state.parts[name];
    const isCheck = part.recheck !== null || isRangeDue(part, how.plan.windowSeconds);
    const found = isCheck ? await check(name, part, state, how) : await readPage(name, part, state, how);
    const { items, requests: lookups } = await itemsAt(found.page.rows, how, state);
    state.quota = found.page.quota ?? state.quota;
    part.dueMs = Math.max(part.dueMs, found.page.waitUntilMs);
    state.waits = requests.waits();
    const { skipped, rate } = found.page;
    return {
      ...{ state: JSON.stringify(state), items, hidden: 0, skipped, rate },
      gaps: found.gaps.map((gap) => gapOf(name, gap)),
      reached: found.isComplete ? reachedOf(name, state) : {},
      requests: 1 + lookups,
    };
  }

  async function request(
    name: PartName,
    query: Record<string, string>,
    state: SourceState,
    { source, signal }: StepQuery,
  ): Promise<ApiPage> {
    try {
      return await requests.page(
        name,
        { filter: state.filter ?? usualFilter, ...query },
        { site: source, signal },
      );
    } catch (error) {
      if (
        !(error instanceof SiteError) ||
        error.reason !== "filter" ||
        state.filter === usualFilter ||
        query.filter
      )
        throw error;
      state.filter = usualFilter;
      return request(name, query, state, { source, signal } as StepQuery);
    }
  }

  function fetchRows(
    name: PartName,
    at: Cursor & { max?: number },
    state: SourceState,
    how: StepQuery,
  ): Promise<ApiPage> {
    const range = { min: String(at.min), ...(at.max !== undefined && { max: String(at.max) }) };
    return request(name, { order: "asc", sort: "creation", ...range, page: String(at.page) }, state, how);
  }

  const check = createCheck({ request, fetchRows });

  async function readPage(
    name: PartName,
    part: PartState,
    state: SourceState,
    how: StepQuery,
  ): Promise<Found> {
    if (part.cursor === null) part.beganMs = how.nowMs;
    const at = part.cursor ?? { min: startOf(part), page: 1 };
    const page = await fetchRows(name, at, state, how);
    rememberRows(part, page.rows);
    const gaps: Found["gaps"] = [];
    if (page.hasMore && page.rows.length > 0) {
      const { cursor, cutAt } = cursorAfter(
        at,
        page.rows.map(({ createdSeconds }) => createdSeconds),
      );
      if (cutAt !== null) gaps.push({ from: cutAt, to: cutAt + 1 });
      part.cursor = cursor;
      part.dueMs = how.nowMs;
      return { page, gaps, isComplete: false };
    }
    part.cursor = null;
    part.readMs = part.beganMs;
    part.dueMs = isRangeDue(part, how.plan.windowSeconds) ? how.nowMs : part.beganMs + how.plan.everyMs[name];
    return { page, gaps, isComplete: true };
  }

  /** The items at each place. Questions of answers and comments are only looked up if a tag is watched. */
  async function itemsAt(rows: readonly Row[], how: StepQuery, { filter }: SourceState) {
    const places = how.places.map((place) => place.name);
    const isTagged = places.some((place) => getTag(place) !== null);
    const known = await tags.tagsOf(rows, {
      site: how.source,
      isTagged,
      filter: filter ?? usualFilter,
      signal: how.signal,
    });
    const items = rows.flatMap((row) => {
      const { id, tags: own, title } = known.questions.get(row) ?? { id: null, tags: [], title: "" };
      const named = { ...row, title: row.title || title, question: row.question ?? id };
      return getItems(named, own, { site: how.source, places });
    });
    return { items, requests: known.requests };
  }

  return step;
}

function methodsOf(name: PartName, places: readonly WalkPlace[]): string[] {
  const isTagged = places.some((place) => getTag(place.name) !== null);
  return name !== "questions" && isTagged ? [name, "questions/ids", "answers/ids"] : [name];
}

function waiting(state: SourceState, part: PartState, opensAtMs: number): WalkStep {
  part.dueMs = opensAtMs;
  return { ...idleStep(state), requests: 0 };
}

function idleStep(state: SourceState): WalkStep {
  return {
    ...{ state: JSON.stringify(state), items: [], gaps: [], reached: {}, hidden: 0, skipped: 0 },
    rate: NO_RATE,
  };
}

const failuresOf = (failed: ReadonlyMap<PartName, SiteError>) =>
  [...failed].map(([name, { message }]) => ({ kind: kindOf(name), error: message }));

/** True if another part was read recently, so the failure isn't the whole site's. */
function hasWorkingPart(
  { parts }: SourceState,
  failed: ReadonlyMap<PartName, SiteError>,
  { nowMs, plan }: StepQuery,
): boolean {
  return partNames.some((name) => !failed.has(name) && nowMs - parts[name].readMs < 2 * plan.everyMs[name]);
}

function sinceOf({ places, nowMs }: Omit<StepQuery, "plan">): number {
  return Math.max(nowMs - weekMs, Math.min(...places.map(({ since }) => since.getTime())));
}

/** Reads overlap because rows can be indexed late. The start varies: equal requests are discouraged. */
function startOf({ newest, readMs, beganMs }: PartState): number {
  if (readMs === 0) return newest;
  return newest - lateSeconds - (Math.floor(beganMs / 1_000) % 50);
}

function gapOf(name: PartName, { from, to, items }: Found["gaps"][number]): WalkGap {
  return {
    ...{ kind: kindOf(name), from: new Date(from * 1_000), to: new Date(to * 1_000) },
    ...(items !== undefined && { items }),
  };
}

/** Comments have two parts: the earlier read counts. */
function reachedOf(name: PartName, { parts }: SourceState): WalkStep["reached"] {
  if (name === "questions") return { post: new Date(parts.questions.readMs) };
  const readMs = Math.min(parts.answers.readMs, parts.comments.readMs);
  return readMs === 0 ? {} : { comment: new Date(readMs) };
}
