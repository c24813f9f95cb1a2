import { NO_RATE, SiteError } from "@/domain/site-error";
import type { WalkedSite } from "@/domain/site";
import type { WalkPlace, WalkStep } from "@/domain/walk";
import type { ItemLetter } from "./address";
import type { Instances } from "./instances";
import { isIn, getItem } from "./items";
import type { Row } from "./parse";
import { partDueMs, readState, type Hole, type PartState, type SourceState } from "./state";
import { recordLookup, addPage, type WalkGap } from "./walk";

/** Slightly less than the interval of the runs, which can be early. */
export const everyMs = 45_000;

interface StepResult {
  rows: readonly Row[];
  gaps: readonly WalkGap[];
  hidden: number;
  skipped: number;
  isComplete: boolean;
}

export function createStep(instances: Instances): WalkedSite["step"] {
  async function readPage(
    host: string,
    letter: ItemLetter,
    part: PartState,
    how: { sinceMs: number; nowMs: number; everyMs: number; signal?: AbortSignal },
  ): Promise<StepResult> {
    const list = await instances.list(host, letter, part.page, how.signal);
    if (part.page !== null || part.reached !== null) checkIds(part, list.rows);
    const { gaps, isComplete } = addPage(part, list, how);
    return { rows: list.rows, gaps, isComplete, hidden: 0, skipped: list.skipped };
  }

  async function lookUp(
    host: string,
    letter: ItemLetter,
    part: PartState,
    hole: Hole,
    how: { nowMs: number; signal?: AbortSignal },
  ): Promise<StepResult> {
    const row = await instances.one(host, letter, hole.id, how.signal).catch((error: unknown) => {
      if (error instanceof SiteError && isItsOwn(error)) return "failed" as const;
      throw error;
    });
    const found = row === "failed" ? row : row === null ? "absent" : row.isGone ? "gone" : "shown";
    const rows = row === null || row === "failed" ? [] : [row];
    return { rows, ...recordLookup(part, hole, found, how.nowMs), skipped: 0, isComplete: false };
  }

  return async (host, stored, { places, slowdown, now, signal }) => {
    const state = readState(stored);
    const letter: ItemLetter = partDueMs(state.p) <= partDueMs(state.c) ? "p" : "c";
    const part = state[letter];
    const nowMs = now.getTime();
    const sinceMs = Math.min(...places.map(({ since }) => since.getTime()));
    const hole = part.holes.reduce<Hole | null>(
      (first, one) => (first === null || one.dueMs < first.dueMs ? one : first),
      null,
    );
    const result =
      hole !== null && hole.dueMs < part.dueMs
        ? await lookUp(host, letter, part, hole, { nowMs, signal })
        : await readPage(host, letter, part, { sinceMs, nowMs, everyMs: everyMs * slowdown, signal });
    return stepOf(state, letter, result, places);
  };
}

function stepOf(
  state: SourceState,
  letter: ItemLetter,
  result: StepResult,
  places: readonly WalkPlace[],
): WalkStep {
  const kind = letter === "p" ? "post" : "comment";
  const shown = result.rows.filter(({ isGone }) => !isGone);
  return {
    state: JSON.stringify(state),
    items: places.flatMap(({ name }) =>
      shown.filter((row) => isIn(row, name)).map((row) => getItem(row, letter, name)),
    ),
    gaps: result.gaps.map(({ fromMs, toMs, items }) => ({
      ...{ kind, from: new Date(fromMs), to: new Date(toMs) },
      ...(items !== undefined && { items }),
    })),
    reached: result.isComplete ? { [kind]: new Date(state[letter].readMs) } : {},
    ...{ hidden: result.hidden, skipped: result.skipped, rate: NO_RATE },
  };
}

/** An instance that shows nothing anymore is probably a different one now, or broken. */
function checkIds({ page, top }: PartState, rows: readonly Row[]): void {
  if (page === null && rows.length === 0 && top > 0)
    throw new SiteError("malformed", "It no longer shows any posts or comments", { status: 200 });
}

/** True if the error could concern only this id. If the whole instance fails, the next list reports it. */
function isItsOwn({ kind, reason, status }: SiteError): boolean {
  if (reason === "aborted" || kind === "rate-limited") return false;
  return status !== null || kind === "malformed";
}
